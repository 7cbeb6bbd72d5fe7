"""``{% button %}``: a form that sends one POST request."""

from django.template import Context, Template


def render_tag(tag: str, **context: str) -> str:
    return Template(tag).render(Context({"csrf_token": "secret"} | context))


def test_a_button_sends_its_fields_to_a_named_url() -> None:
    tag = '{% button "person_bin" 7 label=_("Remove") seen=mark %}'
    assert render_tag(tag, mark='"1') == (
        '<form method="post" action="/desk/people/7/bin/">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="secret">'
        '<input type="hidden" name="seen" value="&quot;1">'
        '<button type="submit">Remove</button></form>'
    )


def test_a_button_has_its_look_and_names_its_row() -> None:
    tag = '{% button here label=label style="small quiet" about=name inline=True %}'
    assert render_tag(tag, here="/a/", label="A & B", name="<Bo>") == (
        '<form method="post" action="/a/" class="inline">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="secret">'
        '<button type="submit" class="small quiet">A &amp; B'
        '<span class="quietly"> &lt;Bo&gt;</span></button></form>'
    )


def test_an_icon_is_shown_before_the_label() -> None:
    shown = render_tag('{% button "/a/" label="Remove" icon="x" %}')
    assert '#x"></use></svg> Remove</button>' in shown
