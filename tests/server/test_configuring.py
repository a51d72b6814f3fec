"""Settings: one declaration, three ways to give them, a sentence for what contradicts itself."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest

from qipai.engine.errors import QipaiError
from qipai.server.configuring import configure
from qipai.server.limits import Limit
from qipai.server.settings import Settings, declared

HOSTING = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"

# What a person would write for each, and what is meant by it.
WRITTEN: dict[str, tuple[str, Any]] = {
    "host": ("0.0.0.0", "0.0.0.0"),
    "port": ("81", 81),
    "origin": ("https://a.example,https://b.example", ("https://a.example", "https://b.example")),
    "proxies": ("10.0.0.0/8, ::1", ("10.0.0.0/8", "::1")),
    "connections": ("500", 500),
    "head_time": ("3s", 3.0),
    "body_time": ("3s", 3.0),
    "workers": ("4", 4),
    "browser": ("no", False),
    "data": ("games", Path("games")),
    "database": ("postgresql://x", "postgresql://x"),
    "bell": ("valkey://127.0.0.1/1", "redis://127.0.0.1/1"),
    "card_key": ("keys/cards", Path("keys/cards")),
    "durable": ("yes", True),
    "close_idle": ("2d", 172_800.0),
    "away": ("1.5min", 90.0),
    "away_unclocked": ("120", 120.0),
    "bots": ("mine.py:first, net:x.npz", ("mine.py:first", "net:x.npz")),
    "keep_tables": ("90d", 7_776_000.0),
    "keep_guests": ("90d", 7_776_000.0),
    "keep_records": ("90d", 7_776_000.0),
    "keep_reports": ("90d", 7_776_000.0),
    "keep_desk": ("400d", 34_560_000.0),
    "log_format": ("json", "json"),
    "metrics_token": ("0123456789abcdef", "0123456789abcdef"),
    "limit_messages": ("7+1/h", Limit(1 / 3600, 7)),
    "limit_requests": ("7+30/min", Limit(0.5, 7)),
    "limit_tables_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_tables_of_address": ("1+1/s", Limit(1, 1)),
    "limit_open_tables_of_guest": ("7", 7),
    "limit_open_tables_of_address": ("70", 70),
    "limit_lobby_of_address": ("9", 9),
    "limit_seatings_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_seatings_of_address": ("1+1/s", Limit(1, 1)),
    "limit_guests_of_address": ("1+1/s", Limit(1, 1)),
    "limit_lookups": ("1+1/s", Limit(1, 1)),
    "limit_records": ("1+1/s", Limit(1, 1)),
    "limit_reviews_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_reviews_of_address": ("1+1/s", Limit(1, 1)),
    "limit_reviews_waiting": ("9", 9),
    "limit_lists": ("1+1/s", Limit(1, 1)),
    "limit_reports_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_reports_of_address": ("1+1/s", Limit(1, 1)),
    "limit_archives": ("1+1/s", Limit(1, 1)),
    "limit_accounts_of_address": ("1+1/s", Limit(1, 1)),
    "limit_sign_ins_of_address": ("1+1/s", Limit(1, 1)),
    "limit_sign_ins_of_name": ("1+1/s", Limit(1, 1)),
    "limit_advice_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_advice_of_address": ("1+1/s", Limit(1, 1)),
    "limit_exercises": ("1+1/s", Limit(1, 1)),
    "limit_bot_seconds": ("1+0.5/s", Limit(0.5, 1)),
    "limit_changes_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_changes_of_address": ("1+1/s", Limit(1, 1)),
    "limit_changes_of_table": ("1+1/s", Limit(1, 1)),
    "limit_trifles_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_phrases_of_guest": ("1+1/s", Limit(1, 1)),
    "limit_phrases_of_table": ("1+1/s", Limit(1, 1)),
    "limit_messages_of_address": ("1+1/s", Limit(1, 1)),
    "limit_entries_of_table": ("9", 9),
    "limit_connections_of_address": ("9", 9),
    "limit_sockets_of_guest": ("3", 3),
    "limit_sockets_of_address": ("250", 250),
}
SHARED = {"database": "postgresql://x"}
NEEDS = {"proxies": {"origin": "https://a.example"}, "workers": SHARED, "bell": SHARED}


def value(settings: Settings, name: str) -> Any:
    return getattr(settings.limits, name[6:]) if name.startswith("limit_") else getattr(settings, name)


def test_each_setting_is_tried_here() -> None:
    assert [one.name for one in declared()] == list(WRITTEN)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_setting_is_the_same_from_each_place(name: str, tmp_path: Path) -> None:
    text, meant = WRITTEN[name]
    others = NEEDS.get(name, {})
    file = tmp_path / "qipai.toml"
    file.write_text(f'{name} = "{text}"\n')
    by_flag = configure({name: text, **others}, {})
    assert value(by_flag, name) == meant != value(Settings(), name)
    assert by_flag == configure(others, {f"QIPAI_{name.upper()}": text}) == configure(others, {}, file)
    assert by_flag == configure(others, {"QIPAI_CONFIG": str(file)})


def test_without_anything_the_settings_are_the_defaults() -> None:
    assert configure({}, {}) == Settings()
    for one in declared():
        if one.usually:
            assert value(configure({}, {one.variable: one.usually}), one.name) == one.default, one.name


def test_a_flag_goes_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "qipai.toml"
    file.write_text("port = 1\nhost = 'c'\nlog_format = 'json'\n")
    settings = configure({"port": "3"}, {"QIPAI_PORT": "2", "QIPAI_HOST": "b"}, file)
    assert (settings.port, settings.host, settings.log_format) == (3, "b", "json")


@pytest.mark.parametrize("place", ["flag", "environment", "file"])
def test_a_folder_may_be_in_ones_home(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    file = tmp_path / "qipai.toml"
    file.write_text("data = '~/games'" if place == "file" else "")
    flags = {"data": "~/games"} if place == "flag" else {}
    settings = configure(flags, {"QIPAI_DATA": "~/games"} if place == "environment" else {}, file)
    assert settings.data == tmp_path / "games"


def test_a_file_may_use_the_types_of_its_language(tmp_path: Path) -> None:
    file = tmp_path / "qipai.toml"
    file.write_text('port = 81\nbrowser = false\norigin = ["https://a.example", "https://b.example"]\naway = 90\n')
    settings = configure({}, {}, file)
    assert (settings.port, settings.browser, settings.away) == (81, False, 90)
    assert settings.origin == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"port": "99999"}, "--port is '99999'; accepted is a number from 0 to 65535"),
        ({"port": "٣"}, "accepted is a number"),
        ({"durable": "perhaps"}, "accepted is yes or no"),
        ({"away": "soon"}, "accepted is a length of time, as 20s, 15min, 12h or 90d"),
        ({"away": "-3"}, "accepted is a length of time"),
        ({"keep_tables": "90"}, "--keep-tables is '90'; accepted is a length of time with its unit, as 12h or 90d, or 0"),
        ({"keep_desk": "1d", "keep_reports": "2d"}, "what the operator did is kept longest"),
        ({"log_format": "xml"}, "accepted is text or json"),
        ({"limit_requests": "20"}, "as 60+4/min"),
        ({"limit_requests": "0+1/s"}, "as 60+4/min"),
        ({"data": " "}, "--data is ' '; accepted is a folder"),
        ({"card_key": ""}, "accepted is a file"),
        ({"data": "a", "database": "sqlite:///b"}, "leave out --data or --database"),
        ({"durable": True, "database": "postgresql://x"}, "--durable is for SQLite"),
        ({"workers": "0"}, "accepted is 1 or more"),
        ({"workers": "2"}, "--workers needs a PostgreSQL"),
        ({"bell": "redis://localhost"}, "--bell is for several processes on one PostgreSQL"),
        ({"bell": "http://localhost"}, "accepted is redis://…"),
        ({"proxies": "10.0.0.1"}, "--origin must say what the pages are called"),
        ({"proxies": "my.proxy", "origin": "https://a.example"}, "--proxies has 'my.proxy'"),
        ({"limit_sockets_of_guest": "300"}, r"more sockets \(300\) than an address \(200\)"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(QipaiError, match=re.escape(sentence) if "\\" not in sentence else sentence):
        configure(given, {})


def test_a_contradiction_between_places_names_both(tmp_path: Path) -> None:
    file = tmp_path / "qipai.toml"
    file.write_text("database = 'sqlite:///x'")
    with pytest.raises(QipaiError, match=rf"QIPAI_DATA or database in {re.escape(str(file))}"):
        configure({}, {"QIPAI_DATA": "y"}, file)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("ports = 3", "sets ports, which is no setting; is port meant?"),
        ("moon = 3", "which is no setting; there are host, port"),
        ("port = ", "is no TOML"),
        ("port = [1]", "accepted is a number"),
        ("[port]\nx = 1", "accepted is a number"),
    ],
)
def test_a_file_with_a_mistake_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "qipai.toml"
    file.write_text(text)
    with pytest.raises(QipaiError, match=re.escape(sentence)):
        configure({}, {}, file)
    with pytest.raises(QipaiError, match="cannot be read as settings"):
        configure({}, {}, tmp_path / "other.toml")


def test_the_page_lists_each_setting_with_its_default() -> None:
    page = HOSTING.read_text(encoding="utf-8")
    for one in declared():
        usual = f"`{one.usually}`" if one.usually else ""
        assert f"| `{one.flag}` | `{one.variable}` | {usual} | {one.says} |" in page, "`just wire` writes them anew"


def test_what_is_not_declared_is_not_of_an_operator() -> None:
    names = {field.name for field in dataclasses.fields(Settings)}
    assert {"compile_rules", "bot_pause", "window"} <= names - {one.name for one in declared()}
