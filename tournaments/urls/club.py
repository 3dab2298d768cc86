from django.urls import path, re_path

from pages.lazy_views import LazyViews

attendance = LazyViews("tournaments.views.club.attendance")
deleted_tournaments = LazyViews("tournaments.views.club.deleted_tournaments")
face = LazyViews("tournaments.views.club.face")
files = LazyViews("tournaments.views.printing.files")
history = LazyViews("tournaments.views.history")
home = LazyViews("tournaments.views.club.home")
infractions = LazyViews("tournaments.views.club.infractions")
manifest = LazyViews("tournaments.views.club.manifest")
plans = LazyViews("tournaments.views.club.plans")
privacy = LazyViews("tournaments.views.club.privacy")
settings = LazyViews("tournaments.views.club.settings")
similar_tournament = LazyViews("tournaments.views.club.similar_tournament")
tournaments = LazyViews("tournaments.views.club.tournaments")
schemas = LazyViews("tournaments.views.club.schemas")
well_known = LazyViews("tournaments.views.club.well_known")

urlpatterns = [
    path("", home.home, name="home"),
    path("manifest.json", manifest.manifest, name="manifest"),
    path("privacy/", privacy.privacy, name="privacy"),
    path("club/", settings.club_settings, name="club_settings"),
    path("club/privacy/", privacy.club_privacy, name="club_privacy"),
    path("club/face/", face.club_face_chosen, name="club_face"),
    path("club/face/logo/", face.club_logo, name="club_logo"),
    path("club/attendance/", attendance.attendance, name="attendance"),
    path("club/attendance/attendance.xlsx", attendance.attendance_xlsx, name="attendance_xlsx"),
    path("club/infractions/", infractions.infractions, name="infractions"),
    path("club/infractions/new/", infractions.infraction_new, name="infraction_new"),
    path("club/infractions/<slug:key>/", infractions.infraction_edit, name="infraction_edit"),
    path("club/infractions/<slug:key>/leave-out/", infractions.infraction_leave_out, name="infraction_leave_out"),
    path("club/infractions/<slug:key>/as-usual/", infractions.infraction_as_usual, name="infraction_as_usual"),
    path("club/import/", tournaments.tournament_take_in, name="tournament_import"),
    path("club/deleted/", deleted_tournaments.deleted_tournaments, name="deleted_tournaments"),
    path("club/deleted/<int:pk>/history/", history.deleted_history, name="deleted_history"),
    path("club/deleted/<int:pk>/back/", deleted_tournaments.tournament_bring_back, name="tournament_bring_back"),
    path(
        "club/deleted/<int:pk>/for-good/",
        deleted_tournaments.tournament_delete_for_good,
        name="tournament_delete_for_good",
    ),
    path("club/files/", files.file_layouts, name="file_layouts"),
    path("club/files/new/", files.file_layout_new, name="file_layout_new"),
    path("club/files/<int:pk>/", files.file_layout_edit, name="file_layout_edit"),
    path("club/files/<int:pk>/delete/", files.file_layout_remove, name="file_layout_remove"),
    path("club/plans/", plans.plans, name="plans"),
    path("club/plans/<int:pk>/delete/", plans.plan_remove, name="plan_remove"),
    path("tournaments/new/", tournaments.tournament_new, name="tournament_new"),
    path("tournaments/sample/", tournaments.sample_load, name="sample_load"),
    path("tournaments/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("tournaments/<slug:slug>/now/", tournaments.tournament_now, name="tournament_now"),
    path("tournaments/<slug:slug>/settings/", tournaments.tournament_settings, name="tournament_settings"),
    path("tournaments/<slug:slug>/plan/", plans.tournament_plan, name="tournament_plan"),
    path("tournaments/<slug:slug>/state/", tournaments.tournament_state, name="tournament_state"),
    path("tournaments/<slug:slug>/another/", similar_tournament.tournament_another, name="tournament_another"),
    path("tournaments/<slug:slug>/delete/", tournaments.tournament_delete, name="tournament_delete"),
]

face_patterns = [
    re_path(r"^face/(?P<colour>[0-9a-f]{6})\.css$", face.face_style, name="face_style"),
    re_path(r"^face/(?P<colour>[0-9a-f]{6})\.svg$", face.face_mark, name="face_mark"),
    re_path(r"^face/(?P<name>[0-9a-f]{16}-[1-9]\d{0,3}x[1-9]\d{0,3})\.png$", face.face_logo, name="face_logo"),
    path("face/icon-<int:size>.png", manifest.face_icon, name="face_icon"),
    path("face/maskable-<int:size>.png", manifest.face_icon, {"maskable": True}, name="face_maskable"),
    path("favicon.ico", well_known.favicon, name="face_favicon"),
    path("apple-touch-icon.png", manifest.face_icon, {"maskable": True}, name="face_touch_icon"),
]
"""What pages take their colour and logo from, the same in every language."""

well_known_patterns = [
    path("robots.txt", well_known.robots, name="robots"),
    path("schema/<slug:name>.json", schemas.schema, name="schema"),
    path(".well-known/security.txt", well_known.security_txt, name="security_txt"),
]
"""What is at the same address everywhere, whatever the language."""
