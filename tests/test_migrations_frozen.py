"""A landed migration is never changed, because clubs have run it. A change of the models gets a new file.

A new migration is added here when it lands, as the failing test says.
"""

import hashlib
import re
from pathlib import Path

from club import PROJECT

APPS = ("accounts", "scoring", "tournaments")
FROZEN = {
    "accounts/migrations/0001_initial.py": "1737dc43aff86275243e1775a2c470a6bafcbb0a9790ecb5039b0cf214fec0da",
    "scoring/migrations/0001_initial.py": "a8891c8f219da3a25ed45dbba081249a62f32fcad1bf1570c4b6ecbe5b1b1a22",
    "scoring/migrations/0002_target_reached.py": "153577ed7e247ed50d44bf71a79a5f901f8678d64f872fbc590da09b2e29b0ce",
    "tournaments/migrations/0001_initial.py": "172b336c79097638fe12c6e43352509897e3dcc3a2228afa9e7afa20c8c9c514",
    "tournaments/migrations/0002_tables_that_a_draft_replaced.py": (
        "7a26fca6e9a711e5fa7b75820962233d97f21e55f690789f3c1dabbbb459102f"
    ),
    "tournaments/migrations/0003_code_tries.py": "3b9b340302f1f889295cc7cdce04c57022ed5c1b2fb0f5417baed77e6f98aeda",
    "tournaments/migrations/0004_entry_members.py": "2d8fa8c9c89c4bcf1d63d4ffb60efe106d04611e863a0ed1e9484be515c8f7cf",
    "tournaments/migrations/0005_rounds_as_drawn.py": (
        "5f598b38b63ad46f69e60801f86b92b56f2b7dc7d1037097dc49ae814204cfc1"
    ),
    "tournaments/migrations/0006_plainer_words.py": "fc7acdbdb68c96c6eec71fdf18bed959f45a8e7f3f279516055fd26e546bb3fb",
    "accounts/migrations/0002_plainer_words.py": "0918cd4670c27f2eb2c82d44720153d888860be16cce3081351b0cb42b4cc647",
    "accounts/migrations/0003_sent_forms.py": "4f8f1e43dbb64f23a706b6f9b967c94c95f30b7c00e747c76abaac66d6edae57",
    "accounts/migrations/0004_offices.py": "a4134df265c51788624a5034af2dabb247b5ff8ba620b2cd8a8206cc7b557b49",
    "tournaments/migrations/0007_slips_given_out.py": (
        "e5fb8abb1349827377bc69b7883a39de86733dd8d760659302119d98e48fa76a"
    ),
    "tournaments/migrations/0008_list_sheets.py": "f386252a3de6991c132c8c5acd0bea683a564b19142a6ee3e2acbfc6778a13de",
    "tournaments/migrations/0009_entry_made_members.py": (
        "ccdb5601daa09e529baf07b4fdd6a4a94cc856cce1b35a7c1500ae75074f484a"
    ),
    "tournaments/migrations/0010_generation.py": "bca639c462a9aa39c7f090da7501582504938bffc362bc84b35b8e635c2d4d74",
    "tournaments/migrations/0011_club_address.py": ("e74d355e45540f0a23065804ffaf038639891d5fd51045b710d88fbb73b386b0"),
    "tournaments/migrations/0012_substitutes.py": ("01f51a19e9e184ae237177edc2c3f22bca3f16f0102b8736e452b2e17584ae40"),
    "tournaments/migrations/0013_lots_drawn.py": ("e96fe85a9c2d5c4a180e421d7ebbcfbca542bcca27f3e2e9bb7106f52ee36952"),
    "tournaments/migrations/0014_meetings_of_nobody.py": (
        "6e9441b0503d18b7eebc708f45cbeb2e65ba2bf959a2d54915e09260437b7214"
    ),
    "tournaments/migrations/0015_announcements_that_end.py": (
        "1f1bbea2372be9acfad58d03fad960fba2b483f586c5fb78ed1b8807b547fa07"
    ),
    "tournaments/migrations/0016_incidents.py": "d4af85b2faffede4e93621ec353a62c020c12d8b8858b33eaf5d9b0bc0d41568",
    "tournaments/migrations/0017_referees.py": "8b26a81cf6eadebc18a4a0c354cc931e19965e0c1b575141854612dd6b2dac5b",
    "tournaments/migrations/0018_line_names.py": "3bf99092a7a795a5445f55f0e4c8524ede5b9c781b5826514175d0dd976b1de2",
    "tournaments/migrations/0019_club_plans.py": "b9cdfe0b23e86e9c75cd0051ca65f852064126a8abaad63a492857d1bb808d62",
    "tournaments/migrations/0020_homes_of_players.py": (
        "c1c42af540e86edce2af6e27adfd59d53bfa97486fbc34469a4121328a30b8cc"
    ),
    "tournaments/migrations/0021_gironi.py": "c935d2d16259424d2fd8c70be0581c1a8358ca44fc523dd3232aedd579fb0012",
    "tournaments/migrations/0022_team_matches.py": "b83f5ef732ef4134e8002b3378dabc5df8341f3cd69384df10eb88d301aaf0ea",
    "tournaments/migrations/0023_own_tables.py": "f742229988ed4e080f03bd66288d123720b66eb05b0f8ee2db6f0c9d89d5eeb6",
    "tournaments/migrations/0024_club_face.py": "af8ef4bcb6e5aa92d50dcd530354f5a287b89a1fd379f846b004709e7c32b33e",
    "tournaments/migrations/0001_squashed_0022_team_matches.py": (
        "3bb12e0688038ba8ddd22e39c953e6ccf4c0b51aa99f9d6951d3d2e57220e0c9"
    ),
    "tournaments/migrations/0025_members_shown.py": "b76f95a2e0b3d0d01cdd4fae15f23c2d50bc2033c4ee17095ac20d561bb57799",
    "tournaments/migrations/0026_podium_shown.py": "92bcea196a50568bc20af5be26768e3d99b18f03611c3cdc1dc308defa0d10a6",
    "tournaments/migrations/0027_club_book.py": "06be3036031d766065f94fb8ac0778cddd7f85f779d1431f0fae2282e8e8dd2a",
    "tournaments/migrations/0029_payment_by_player.py": (
        "07fed646d76fc3b5757411e6914c048775b2cab2d08d06ad1af64eb57706caff"
    ),
    "tournaments/migrations/0030_calendar.py": "48f6fec9507c544d692ce7f3c3bd1ef1c54de4bc75c9e44900342009af16b6d0",
    "tournaments/migrations/0031_club_messages.py": "2a840bcbf7cbedc1657b6a373d19b0d803607cb884c4f66ca7827f129aa0b583",
    "tournaments/migrations/0032_layouts_of_members.py": (
        "39341e16eb3ac9057cd60838b819bf0af099c7dd647637be9a04fc4cf2d4ba5b"
    ),
    "accounts/migrations/0005_mail_events.py": "cfdea8babf1f4a18cf59583c01350ea75ef218f0c8cfff9b0eb1b5f041caf472",
    "tournaments/migrations/0033_mails.py": "60c4b341caa5f357f33ebf7d79f2239991759f28b17be83ad42b30f42d43649a",
    "accounts/migrations/0006_own_data.py": "05fe590c435550fa4000386c3850d891c8f82f5158656a350945fd50d0699789",
    "tournaments/migrations/0034_privacy.py": "6eac962b84efc602afac536d36b36f25536c5a520f803ac6bf351ef9554d7c24",
    "tournaments/migrations/0035_partners.py": "5d37fb94032525d524f61661e08d8557a42aa86789e7efd1b3264d42c5bf7b29",
    "tournaments/migrations/0036_club_language.py": "42cb7cc6ecb817721475803fc37f0e94a64492352838c31e5e20e5d70bf740f5",
    "tournaments/migrations/0037_second_language.py": (
        "d10eab78c01d4623faead025cc15d58dda64182dcbd8fa938fce878896be158b"
    ),
    "tournaments/migrations/0038_accounts_online.py": (
        "fe07d9d4e2109e454503968467602b51647cdcf7029f07e30c178c3f0f8c7658"
    ),
    "tournaments/migrations/0039_hand_sums.py": "107dde0c1121c91afd62272805c61e5b2d3e4762f1fb235ce189b314f9c20629",
    "accounts/migrations/0007_line_events.py": "314f09bc75f55ce7b9cb3a490750ae096209e65dd09269c5caac9dc3f9e4c635",
}
"""The SHA-256 of each migration, by its path."""


def test_every_migration_is_as_it_landed() -> None:
    files = sorted(path for app in APPS for path in Path(PROJECT, app, "migrations").glob("[0-9]*.py"))
    found = {str(path.relative_to(PROJECT).as_posix()): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    changed = [name for name, digest in FROZEN.items() if found.get(name) != digest]
    assert changed == [], "clubs have run these as they were: put them back, and write a new one"
    assert found.keys() <= FROZEN.keys(), {name: found[name] for name in found.keys() - FROZEN.keys()}


OF_STORED_ROWS = {
    "scoring/migrations/0002_target_reached.py",
    "tournaments/migrations/0002_tables_that_a_draft_replaced.py",
    "tournaments/migrations/0004_entry_members.py",
    "tournaments/migrations/0005_rounds_as_drawn.py",
    "tournaments/migrations/0012_substitutes.py",
    "tournaments/migrations/0013_lots_drawn.py",
    "tournaments/migrations/0014_meetings_of_nobody.py",
}
"""The migrations that run code: each changes what is made of rows that a club has, and does nothing without any."""


def test_no_migration_makes_what_every_club_needs() -> None:
    """A new club runs none: its tables come from the models. A row for every club is made by a service."""
    files = (path for app in APPS for path in Path(PROJECT, app, "migrations").glob("[0-9]*.py"))
    running = {
        path.relative_to(PROJECT).as_posix()
        for path in files
        if re.search(r"\bRun(?:Python|SQL)\b", path.read_text(encoding="utf-8"))
    }
    assert running == OF_STORED_ROWS
