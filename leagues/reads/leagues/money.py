"""Format amounts of money."""

from decimal import Decimal

from babel import Locale
from babel.numbers import format_decimal

from leagues.dates import reader_locale

HUNDREDTHS = 100
HARD_SPACE = "\N{NO-BREAK SPACE}"


def in_currency(amount: int, currency: str) -> str:
    """Format an amount in hundredths for the reader's locale: £12.50, 12,50 €."""
    language = reader_locale()
    digits = "#,##0.00" if amount % HUNDREDTHS else "#,##0"
    number = format_decimal(Decimal(amount).scaleb(-2), digits, language)
    if not currency:
        return number
    has_gap = HARD_SPACE in _currency_pattern(language) or currency[-1].isalpha()
    parts = (currency, number) if is_currency_first() else (number, currency)
    return (HARD_SPACE if has_gap else "").join(parts)


def is_currency_first() -> bool:
    """True if the reader's locale puts the currency before the amount."""
    return _currency_pattern(reader_locale()).startswith("¤")


def _currency_pattern(language: Locale) -> str:
    pattern: str = language.currency_formats["standard"].pattern
    return pattern
