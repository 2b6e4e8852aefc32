"""How ``make`` gets uv and a Java onto a machine that has neither."""

import importlib.util
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from scripts import install

Commands = list[list[str]]


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Commands:
    """Collects the commands instead of running them, in an empty project without Java."""
    collected: Commands = []
    monkeypatch.setattr(install, "ROOT", tmp_path)
    monkeypatch.setattr(install, "PRIVATE_UV", tmp_path / ".uv")
    monkeypatch.setattr(install, "_has_java", lambda: False)
    monkeypatch.setattr(install, "_run", lambda command: collected.append([str(word) for word in command]))
    return collected


def make_uv(folder: Path, answer: str, status: int = 0) -> Path:
    uv = folder / "uv"
    folder.mkdir(parents=True)
    uv.write_text(f"#!/bin/sh\necho '{answer}'\nexit {status}\n")
    uv.chmod(0o755)
    return uv


@pytest.mark.parametrize(
    ("answer", "status", "used"),
    [("uv 0.13.8 (x86_64)", 0, True), ("uv 1.0.0", 0, True), ("uv 0.4.30", 0, False), ("no such version", 1, False)],
)
def test_the_uv_on_path_is_used_if_it_will_do(
    commands: Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, answer: str, status: int, used: bool
) -> None:
    uv = make_uv(tmp_path / "bin", answer, status)
    monkeypatch.setenv("PATH", str(uv.parent))
    assert install.find_uv() == (uv if used else None)


def test_an_earlier_installed_uv_is_used(commands: Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", "")
    uv = make_uv(tmp_path / ".uv" / "bin", "uv 0.13.8")
    assert install.find_uv() == uv


@pytest.mark.parametrize(
    ("missing", "installed_by"),
    [((), "-m pip install --quiet uv=="), (("ensurepip",), "-m pip install --quiet --upgrade --target")],
)
def test_uv_is_installed_by_what_python_has(
    commands: Commands, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, missing: tuple[str, ...], installed_by: str
) -> None:
    without(monkeypatch, *missing)
    assert install.install_uv() == tmp_path / ".uv" / "bin" / "uv"
    assert installed_by in " ".join(commands[-1])


def test_a_python_with_nothing_says_what_to_do(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "ensurepip", "pip")
    with pytest.raises(install.InstallError, match="apt-get install python3-venv"):
        install.install_uv()


def without(monkeypatch: pytest.MonkeyPatch, *missing: str) -> None:
    """Makes these modules look as if they were not installed."""
    find_spec = importlib.util.find_spec

    def find(name: str) -> ModuleSpec | None:
        return None if name in missing else ModuleSpec("pip", None) if name == "pip" else find_spec(name)

    monkeypatch.setattr(importlib.util, "find_spec", find)


@pytest.mark.parametrize(("java", "extra"), [(True, []), (False, ["--extra", "java"])])
def test_a_java_comes_along_where_there_is_none(
    commands: Commands, monkeypatch: pytest.MonkeyPatch, java: bool, extra: list[str]
) -> None:
    monkeypatch.setattr(install, "_has_java", lambda: java)
    install.sync(Path("uv"))
    assert [command[:3] for command in commands] == [["uv", "sync", "--frozen"]]
    assert commands[0][-len(extra) :] == extra or not extra


def test_no_java_for_the_platform(monkeypatch: pytest.MonkeyPatch, commands: Commands) -> None:
    def run(command: list[str | Path]) -> None:
        if "java" in command:
            raise install.InstallError("no wheel")

    monkeypatch.setattr(install, "_run", run)
    with pytest.raises(install.InstallError, match=r"no Java 17 or later.*apt-get install openjdk-17-jre-headless"):
        install.sync(Path("uv"))


def test_the_environment_keeps_its_python(commands: Commands, tmp_path: Path) -> None:
    install.sync(Path("uv"))
    (tmp_path / ".venv").mkdir()
    install.sync(Path("uv"))
    assert ["--python" in command for command in commands] == [True, False]


def test_failure_is_one_line_and_a_status(
    commands: Commands, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(uv: Path) -> None:
        raise install.InstallError("it does not work; do this")

    monkeypatch.setattr(install, "find_uv", lambda: Path("uv"))
    monkeypatch.setattr(install, "sync", fail)
    assert install.main() == 1
    assert capsys.readouterr().err == "dovetail: it does not work; do this\n"


def test_this_machine_has_the_java_that_runs_the_tests() -> None:
    assert isinstance(install._has_java(), bool)


def test_a_failing_command_is_named() -> None:
    with pytest.raises(install.InstallError, match=r"`false` failed with exit status 1"):
        install._run(["false"])
