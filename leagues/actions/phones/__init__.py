"""Score reports from phones, their confirmation, and access for tablets and phones."""
