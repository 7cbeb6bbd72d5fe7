"""Texts of Django and allauth that users see, marked so that our catalogues translate them.

Their catalogues mix formal and informal address and leave some texts in English.
``LOCALE_PATHS`` takes precedence over them, and ``makemessages`` finds these calls. A test fails
when a library changes one of these texts.
"""

from scoring.text import Unit, marked

FORM_ERRORS = (
    marked("This field is required."),
    marked("Enter a valid value."),
    marked("Enter a valid email address."),
    marked("Enter a valid URL."),
    marked("Enter a whole number."),
    marked("Enter a number."),
    marked("Enter a valid date."),
    marked("Enter a valid time."),
    marked("Enter a valid date/time."),
    marked("Enter a list of values."),
    marked("Select a valid choice. That choice is not one of the available choices."),
    marked("Select a valid choice. %(value)s is not one of the available choices."),
    marked("Ensure this value is less than or equal to %(limit_value)s."),
    marked("Ensure this value is greater than or equal to %(limit_value)s."),
    marked("No file was submitted."),
    marked("The submitted file is empty."),
)
COUNTED_FORM_ERRORS = (
    Unit(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    Unit(
        "Ensure that there are no more than %(max)s decimal place.",
        "Ensure that there are no more than %(max)s decimal places.",
    ),
)

ACCOUNT_TEXTS = (
    marked("Forgot your password?"),
    marked("Your password can’t be a commonly used password."),
    marked("This password is too common."),
    marked("The email address and/or password you specified are not correct."),
    marked("Too many failed login attempts. Try again later."),
    marked("Be patient, you are sending too many requests."),
    marked("This account is currently inactive."),
    # Translators: What was typed is not the code of the e-mail, or no recovery code.
    marked("Incorrect code."),
    # Translators: What was typed is not the password.
    marked("Incorrect password."),
    marked("Please type your current password."),
    marked("You must type the same password each time."),
    marked("A user is already registered with this email address."),
    marked("This email address is already associated with this account."),
    marked("You cannot add more than %d email addresses."),
    marked("You cannot remove your primary email address (%(email)s)."),
    marked("Your primary email address must be verified."),
    marked("Primary email address set."),
    marked("Removed email address %(email)s."),
    marked("You have confirmed %(email)s."),
    marked("Unable to confirm %(email)s because it is already confirmed by a different account."),
    marked("A sign-in code has been sent to %(recipient)s."),
    marked("Successfully signed in as %(name)s."),
    marked("You have signed out."),
    marked("Password successfully changed."),
    marked("Password successfully set."),
    marked("Use your password"),
    marked("Use authenticator app or code"),
    marked("Use a security key"),
    # Translators: The heading above codes that open an account once, should a passkey be lost.
    marked("Recovery Codes"),
    # Translators: Recovery codes that have not opened the account yet.
    marked("Unused codes"),
    # Translators: A button: recovery codes as a file.
    marked("Download codes"),
    marked("Generate new codes"),
    marked("This functionality requires JavaScript."),
)
COUNTED_ACCOUNT_TEXTS = (
    Unit(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    Unit(
        "There is %(unused_count)s out of %(total_count)s recovery codes available.",
        "There are %(unused_count)s out of %(total_count)s recovery codes available.",
    ),
    Unit(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)
