"""Each mail has a simple HTML version, with a button for each address."""

from leagues.access.mail_html import html_of

TEXT = """Hello Ben,

Tomorrow you play Cat & Dan.
Mill

Confirm this result:
https://club.example/mail/act/x/?a=1&b=2

--
To stop these e-mails:
https://club.example/mail/stop/y/
"""


def test_paragraphs_buttons_and_a_footer() -> None:
    page = " ".join(html_of("Your result", TEXT).split())

    assert "<title>Your result</title>" in page
    assert "Tomorrow you play Cat &amp; Dan.<br>Mill" in page
    assert 'href="https://club.example/mail/act/x/?a=1&amp;b=2"' in page
    assert ">Confirm this result</a>" in page
    body, footer = page.split("<hr")
    assert ">To stop these e-mails</a>" in footer
    assert "stop" not in body
    assert "<img" not in page


def test_a_text_without_a_footer_has_no_line() -> None:
    assert "<hr" not in html_of("Hello", "Hello,\n\nCome at seven.")
