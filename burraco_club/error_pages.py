"""The pages for requests that come to nothing.

Django's own check the CSRF token once more, and so read once more the body over which the first reading broke. These
read nothing.
"""

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

from accounts.logins.security_log import note


class AddressTooLong(BadRequest):
    """The address asks for something longer than the club looks for; `longest` is what it may have, in characters."""

    def __init__(self, longest: int) -> None:
        super().__init__(f"expected at most {longest} characters")
        self.longest = longest


TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What cannot be read, or is more than is taken at once."""
    if isinstance(exception, AddressTooLong):
        return render(request, "414.html", {"longest": exception.longest}, status=414)
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Whoever refused, the table of rights or a page of Django's administration: it is logged here."""
    note(request, "forbidden", method=request.method, path=request.path, why=exception)
    return render(request, "403.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Made without the request: whatever broke the page may break what every page asks for."""
    return HttpResponse(loader.get_template("500.html").render(), status=500)
