"""Text from people becomes clean values here. Forms decide nothing."""
