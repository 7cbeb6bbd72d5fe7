"""Helpers of the club, their roles and invitations."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.core.mail import send_mail
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.addresses import site_address
from leagues.access.languages import speak_for_club
from leagues.access.roles import get_visitor, keep_secret, owners_only
from leagues.actions.club import members
from leagues.forms import sent_data
from leagues.forms.club.members import InviteForm, RoleForm
from leagues.models import Club, Invitation, Membership
from leagues.views.attempt import Attempt
from leagues.views.public.qr_codes import to_share


@owners_only
@require_http_methods(["GET", "HEAD", "POST"])
def members_list(request: HttpRequest) -> HttpResponse:
    """List helpers and open invitations, and invite a new helper."""
    club = Club.objects.get(is_home=True)
    form = InviteForm(sent_data(request))
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["email"] and not site_address(request):
            form.add_error("email", _("The invitation wasn’t sent."))
            context["is_unreachable"] = True
        else:
            context = {"form": InviteForm(), **send_invitation(request, form, club)}
    helpers = club.memberships.select_related("user__player").order_by("role", "user")
    context |= {
        "helpers": [(h, RoleForm(initial={"role": h.role})) for h in helpers],
        "invitations": Invitation.objects.open().filter(club=club).order_by("made_at"),
    }
    answer = TemplateResponse(request, "desk/club/members.html", context)
    return keep_secret(answer)


def send_invitation(request: HttpRequest, form: InviteForm, club: Club) -> dict[str, str]:
    """Create an invitation and mail it if an address is given. Return its link for the template."""
    email, role = form.cleaned_data["email"], Membership.Role(form.cleaned_data["role"])
    token = members.invite_helper(
        by=get_visitor(request), club=club, role=role, email=email, site=site_address(request)
    )
    invitation = to_share(request, reverse("invitation", args=[token]))
    if email and not settings.SENDS_EMAIL:  # printed in the terminal
        facts = {"club": club, "role": role, **invitation}
        with speak_for_club():
            subject = _("An invitation from %(club)s") % {"club": club.name}
            text = render_to_string("desk/club/invitation.txt", facts)
        send_mail(subject, text, None, [email])
    return invitation


@owners_only
@require_POST
def member_role(request: HttpRequest, pk: int) -> HttpResponse:
    membership = find_membership(pk)
    form = RoleForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This role doesn’t exist. Nothing was changed."))
        return redirect("members")
    role = Membership.Role(form.cleaned_data["role"])
    with Attempt(request=request):
        members.change_role(by=get_visitor(request), membership=membership, role=role)
        messages.success(
            request,
            _("New role for %(email)s: %(role)s.")
            % {"email": membership.user.email, "role": role.label},
        )
        return redirect("members")
    return redirect("members")


@owners_only
@require_POST
def member_remove(request: HttpRequest, pk: int) -> HttpResponse:
    membership = find_membership(pk)
    with Attempt(request=request):
        members.remove_member(by=get_visitor(request), membership=membership)
        messages.success(
            request, _("%(email)s no longer has a role.") % {"email": membership.user.email}
        )
        return redirect("members")
    return redirect("members")


@owners_only
@require_POST
def invitation_withdraw(request: HttpRequest, pk: int) -> HttpResponse:
    invitation = get_object_or_404(Invitation, pk=pk, club__is_home=True)
    members.withdraw_invitation(by=get_visitor(request), invitation=invitation)
    messages.success(request, _("The invitation no longer works."))
    return redirect("members")


def find_membership(pk: int) -> Membership:
    return get_object_or_404(
        Membership.objects.select_related("user", "club"), pk=pk, club__is_home=True
    )
