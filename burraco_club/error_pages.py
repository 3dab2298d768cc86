"""The pages for errors.

Django's own check the CSRF token again, and so read the body again that may have caused the error. These read nothing.
"""

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template import loader

from accounts.logins.security_log import note
from burraco_club.logs import request_id


class AddressTooLong(BadRequest):
    """The address is longer than the club accepts; `longest` is the limit in characters."""

    def __init__(self, longest: int) -> None:
        super().__init__(f"expected at most {longest} characters")
        self.longest = longest


TOO_MUCH = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a request that is unreadable or too large."""
    if isinstance(exception, AddressTooLong):
        return render(request, "414.html", {"longest": exception.longest}, status=414)
    if isinstance(exception, TOO_MUCH):
        return render(request, "413.html", status=413)
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Log and refuse a request that the table of rights or Django's administration has forbidden."""
    note(request, "forbidden", method=request.method, path=request.path, why=exception)
    return render(request, "403.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page without using the request: what broke one page may break every page."""
    return HttpResponse(loader.get_template("500.html").render({"number": request_id.get()}), status=500)
