"""Files in and out, and what is said when they cannot be."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from fairdeal.cli import _files
from fairdeal.cli._files import Refusal

NOT_THERE = "there is no such file; check the name and the folder you are in"
NOT_ALLOWED = "you may not read or write here; change its permissions or ask its owner"


def inside(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


def refusal(caught: pytest.ExceptionInfo[Refusal]) -> str:
    assert caught.value.exit_code == 2
    return caught.value.message


def test_a_file_is_read_no_further_than_asked(folder: Path) -> None:
    Path("a").write_bytes(b"12345")
    assert _files.read("a") == b"12345"
    assert _files.read("a", 5) == b"12345"
    assert _files.read("a", 3) == b"1234"


def test_standard_input_is_read_no_further_than_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"12345")))
    assert _files.read("-", 3) == b"1234"
    assert _files.name("-") == "standard input"
    assert _files.name("a") == "a"


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("nothing", f"nothing: {NOT_THERE}"),
        ("no\x1bthing", f"no\\x1bthing: {NOT_THERE}"),
        ("", 'an empty text ("") is no path; write . for the folder you are in'),
        (".", ".: is a folder; name a file in it"),
        ("a\x00b", "a\\x00b: this is no name of a file"),
        ("x" * 300, f"{'x' * 300}: file name too long"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(folder: Path, path: str, message: str) -> None:
    with pytest.raises(Refusal) as caught:
        _files.read(path)
    assert refusal(caught) == message


def test_a_forbidden_file_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbid(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "open", forbid)
    monkeypatch.setattr(Path, "iterdir", forbid)
    monkeypatch.setattr(Path, "mkdir", forbid)
    monkeypatch.setattr(Path, "write_bytes", forbid)
    for call in (
        lambda: _files.read("a"),
        lambda: _files.make_folder(Path("a")),
        lambda: _files.write_new(Path("a"), b""),
    ):
        with pytest.raises(Refusal) as caught:
            call()
        assert refusal(caught) == f"a: {NOT_ALLOWED}"
    with pytest.raises(Refusal) as caught:
        list(_files.gather(["."]))
    assert refusal(caught) == f".: {NOT_ALLOWED}"


def test_a_path_that_may_not_be_entered_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbid(path: object, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(os, "stat", forbid)
    monkeypatch.setattr(Path, "stat", forbid)
    monkeypatch.setattr(Path, "open", forbid)
    assert list(_files.gather(["locked/a.json"])) == ["locked/a.json"]
    with pytest.raises(Refusal) as caught:
        _files.read("locked/a.json")
    assert refusal(caught) == f"locked/a.json: {NOT_ALLOWED}"


@pytest.mark.parametrize(
    ("stdin", "message"),
    [
        (None, "standard input is closed; name a file"),
        (open, "standard input: is a folder; name a file in it"),
    ],
)
def test_standard_input_that_cannot_be_read_is_refused(
    monkeypatch: pytest.MonkeyPatch, stdin: object, message: str
) -> None:
    class Folder:
        @property
        def buffer(self) -> Folder:
            return self

        def read(self, most: int) -> bytes:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))

    monkeypatch.setattr(sys, "stdin", stdin and Folder())
    with pytest.raises(Refusal) as caught:
        _files.read("-")
    assert refusal(caught) == message


def test_small_texts_are_read(folder: Path) -> None:
    Path("a").write_text("é", encoding="utf-8")
    assert _files.read_text("a") == "é"
    Path("b").write_bytes(b"ab\xff")
    with pytest.raises(Refusal) as caught:
        _files.read_text("b")
    assert refusal(caught) == "b: not UTF-8 text at byte 2; save it as UTF-8"
    Path("c").write_bytes(b" " * (2**20 + 1))
    with pytest.raises(Refusal) as caught:
        _files.read_text("c")
    assert refusal(caught) == "c: more than 1048576 bytes; this is no file with keys"


def test_a_folder_stands_for_its_json_files(folder: Path) -> None:
    games = Path("games")
    games.mkdir()
    for name in ("b.json", "a.json", "notes.txt", "players"):
        (games / name).touch()
    (games / "deeper").mkdir()
    (games / "deeper" / "c.json").touch()
    found = list(_files.gather(["x.json", "games", "-", "y.txt"]))
    assert found == ["x.json", "games/a.json", "games/b.json", "-", "y.txt"]


def test_the_files_of_a_folder_come_as_people_count(folder: Path) -> None:
    names = ["game-1.json", "game-2.json", "game-10.json", "game-010.json", "game-100.json"]
    for name in (*names, "a.json", "game.json", "game-².json"):
        Path(name).touch()
    assert list(_files.gather(["."])) == [
        "a.json",
        "game-1.json",
        "game-2.json",
        "game-010.json",
        "game-10.json",
        "game-100.json",
        "game-².json",
        "game.json",
    ]


def test_of_a_folder_only_files_are_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe\x1b.json")  # to read it would take for ever
    Path("inner.json").mkdir()
    Path("zero.json").symlink_to("/dev/zero")
    Path("a.json").touch()
    Path("b.json").symlink_to("a.json")
    Path("lost.json").symlink_to("nowhere")
    # What may be a file is not passed over: that it cannot be read, is told in its turn.
    assert list(_files.gather(["."])) == ["a.json", "b.json", "lost.json"]
    said = capsys.readouterr()
    assert said.err.splitlines() == [
        "Skipped inner.json: it is a folder; name it to have its files judged.",
        "Skipped pipe\\x1b.json: it is no regular file; name it to have it judged.",
        "Skipped zero.json: it is no regular file; name it to have it judged.",
    ]
    assert list(_files.gather(["pipe\x1b.json"])) == ["pipe\x1b.json"]
    Path("inner.json/pipe.json").mkdir()
    with pytest.raises(Refusal, match=r"inner\.json: no \*\.json file is in this folder"):
        list(_files.gather(["inner.json"]))


def test_a_folder_without_json_files_is_refused(folder: Path) -> None:
    with pytest.raises(Refusal) as caught:
        list(_files.gather(["."]))
    assert refusal(caught) == ".: no *.json file is in this folder; name the files themselves"


def test_standard_input_can_be_read_once(folder: Path) -> None:
    with pytest.raises(Refusal) as caught:
        list(_files.gather(["-", "-"]))
    assert refusal(caught) == "- stands twice, but there is one standard input; give it once"


def test_a_new_file_is_written_whole(folder: Path) -> None:
    _files.write_new(Path("a"), b"12")
    assert Path("a").read_bytes() == b"12"
    assert inside(folder) == ["a"]


def test_nothing_is_overwritten(folder: Path) -> None:
    Path("a").write_bytes(b"old")
    with pytest.raises(Refusal) as caught:
        _files.write_new(Path("a"), b"new")
    assert refusal(caught) == "a: is there already; nothing is overwritten, choose another name"
    assert Path("a").read_bytes() == b"old"
    assert inside(folder) == ["a"]
    Path("link").symlink_to("nowhere")
    with pytest.raises(Refusal):
        _files.refuse_existing([Path("b"), Path("link")])


def test_an_interrupted_file_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "link", interrupt)
    with pytest.raises(KeyboardInterrupt):
        _files.write_new(Path("a"), b"12")
    assert inside(folder) == []


def test_folders_are_made(folder: Path) -> None:
    _files.make_folder(Path("a/b"))
    _files.make_folder(Path("a/b"))
    assert Path("a/b").is_dir()
    Path("f").touch()
    with pytest.raises(Refusal) as caught:
        _files.make_folder(Path("f"))
    assert refusal(caught) == "f: is a file, not a folder; choose another name"
    with pytest.raises(Refusal) as caught:
        _files.make_folder(Path("f/g"))
    assert refusal(caught) == "f/g: not a directory"


def test_a_link_in_the_place_of_the_half_written_file_is_not_followed(tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    (tmp_path / ".new.json.part").symlink_to(victim)
    with pytest.raises(Refusal, match="is there already"):
        _files.write_new(tmp_path / "new.json", b"{}")
    assert victim.read_bytes() == b"precious"
    assert not (tmp_path / "new.json").exists()
