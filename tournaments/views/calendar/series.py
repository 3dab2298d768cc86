"""The evenings that repeat: their list, the rule of one, its days, and evenings called off."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from pages.refusals import Refused
from tournaments import services
from tournaments.forms.calendar import DayForm, SeriesForm
from tournaments.models import EveningSeries, Tournament
from tournaments.selectors.evening_series import days_of, series_listed
from tournaments.selectors.home import tournaments_coming
from tournaments.services.evening_series import SeriesChange
from tournaments.views.common import get_tournament, user_of
from tournaments.wording.calendar import rule_in_words

from .feeds import subscription

MOST_OFFERED = 50
SHOWN_COMING = 30
UNPROCESSABLE = 422


@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest) -> HttpResponse:
    """Show the evenings that repeat and those to come. Whoever opens the page has them made ahead, or asks for it."""
    made = services.evenings_make_ahead(at=timezone.now())
    if request.method == "POST":
        messages.success(request, _made(made) if made else _("Everything has already been created ahead."))
        return redirect("calendar")
    coming = [other for other in tournaments_coming(timezone.localdate()) if other.date >= timezone.localdate()]
    context = {
        "listed": [(series, rule_in_words(series.rule)) for series in series_listed()],
        "coming": coming[:SHOWN_COMING],
        "just_made": _made(made) if made else "",
        **subscription(request),
    }
    return render(request, "calendar/calendar.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def series_new(request: HttpRequest) -> HttpResponse:
    """Begin an evening that repeats, like the tournament `?like=` or another."""
    offered = list(Tournament.objects.order_by("-date", "-pk")[:MOST_OFFERED])
    wanted = next((other for other in offered if other.slug == request.GET.get("like")), None)
    form = SeriesForm(request.POST or None, offered=offered, initial=_like(wanted))
    if form.is_valid():
        like = next((other for other in offered if other.pk == form.cleaned_data["like"]), None)
        try:
            series = services.series_create(details=form.details, like=like, at=timezone.now())
        except Refused as refusal:
            form.add_error("first", refusal.message)
        else:
            messages.success(request, _("“%(name)s” repeats from now on.") % {"name": series})
            return redirect("series", series.pk)
    return render(request, "calendar/series_new.html", {"form": form}, status=UNPROCESSABLE if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def series(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the days of an evening that repeats, and change its rule."""
    series = get_object_or_404(EveningSeries, pk=pk)
    form = SeriesForm(request.POST or None, series=series)
    if form.is_valid():
        try:
            change = services.series_change(series=series, details=form.details, by=user_of(request), at=timezone.now())
        except Refused as refusal:
            form.add_error("first", refusal.message)
        else:
            _tell(request, change)
            return redirect("series", pk)
    return _show(request, series, form, DayForm(), status=UNPROCESSABLE if form.is_bound else 200)


@require_POST
def series_leave_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a day out, which deletes its evening if that is empty."""
    series, form = get_object_or_404(EveningSeries, pk=pk), DayForm(request.POST)
    if form.is_valid():
        try:
            services.series_leave_out(
                series=series, date=form.cleaned_data["date"], by=user_of(request), at=timezone.now()
            )
        except Refused as refusal:
            form.add_error("date", refusal.message)
        else:
            messages.success(request, _("That day is left out."))
            return redirect("series", pk)
    return _show(request, series, SeriesForm(series=series), form, status=UNPROCESSABLE)


@require_POST
def series_take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Let an evening take place on a day that was left out."""
    series, form = get_object_or_404(EveningSeries, pk=pk), DayForm(request.POST)
    if form.is_valid():
        services.series_take_back(series=series, date=form.cleaned_data["date"], at=timezone.now())
        messages.success(request, _("That day is an evening again."))
        return redirect("series", pk)
    return _show(request, series, SeriesForm(series=series), form, status=UNPROCESSABLE)


@require_POST
def series_end(request: HttpRequest, pk: int) -> HttpResponse:
    series = get_object_or_404(EveningSeries, pk=pk)
    services.series_end(series=series)
    messages.success(request, _("“%(name)s” no longer repeats. Its tournaments are still there.") % {"name": series})
    return redirect("calendar")


@require_POST
def evening_call_off(request: HttpRequest, slug: str) -> HttpResponse:
    """Call the evening off, or let it take place after all."""
    return _called(
        request,
        slug,
        lambda tournament: services.evening_call_off(tournament=tournament, at=timezone.now()),
        _("The evening is called off: the home page and calendars say so."),
    )


@require_POST
def evening_reinstate(request: HttpRequest, slug: str) -> HttpResponse:
    return _called(
        request,
        slug,
        lambda tournament: services.evening_reinstate(tournament=tournament),
        _("The evening takes place after all."),
    )


def _called(request: HttpRequest, slug: str, write: Callable[[Tournament], Tournament], done: str) -> HttpResponse:
    try:
        write(get_tournament(slug))
    except Refused as refusal:
        messages.error(request, refusal.message)
    else:
        messages.success(request, done)
    return redirect("tournament", slug)


def _show(
    request: HttpRequest, series: EveningSeries, form: SeriesForm, day_form: DayForm, *, status: int
) -> HttpResponse:
    context = {
        "series": series,
        "rule": rule_in_words(series.rule),
        "days": days_of(series, timezone.localdate()),
        "form": form,
        "day_form": day_form,
    }
    return render(request, "calendar/series.html", context, status=status)


def _like(tournament: Tournament | None) -> dict[str, object]:
    if tournament is None:
        return {}
    facts = {"name": tournament.name, "like": tournament.pk, "first": tournament.date, "venue": tournament.venue}
    return facts | {"starts_at": tournament.starts_at}


def _made(count: int) -> str:
    sentence = ngettext("%(count)s evening was created ahead.", "%(count)s evenings were created ahead.", count)
    return sentence % {"count": count}


def _tell(request: HttpRequest, change: SeriesChange) -> None:
    messages.success(request, _("The rule is saved.") + (f" {_made(len(change.made))}" if change.made else ""))
    if change.removed:
        messages.info(request, _("Deleted, because nobody had entered: %(names)s.") % {"names": _names(change.removed)})
    if change.kept:
        sentence = _("These stay as they are, because somebody has entered or they are called off: %(names)s.")
        messages.warning(request, sentence % {"names": _names(change.kept)})


def _names(tournaments: Sequence[Tournament]) -> str:
    """Return the tournaments with their days, which tell evenings of one name apart."""
    return ", ".join(f"{one.name} ({date_format(one.date, 'SHORT_DATE_FORMAT')})" for one in tournaments)
