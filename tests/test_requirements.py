"""Which PySpark is refused, and how that reads."""

import subprocess
import sys
from importlib.metadata import PackageNotFoundError

import pytest

from dovetail.errors import MissingDependency
from dovetail.requirements import check_pyspark


def installed(monkeypatch: pytest.MonkeyPatch, **versions: str) -> None:
    """Makes exactly these distributions of PySpark look installed."""

    def version(name: str) -> str:
        try:
            return versions[name.replace("-", "_")]
        except KeyError:
            raise PackageNotFoundError(name) from None

    monkeypatch.setattr("dovetail.requirements.version", version)


@pytest.mark.parametrize("found", ["4.3.0", "4.3.0.dev1", "4.3.0rc2", "4.4.0", "4.10.1", "5.0"])
@pytest.mark.parametrize("distribution", ["pyspark", "pyspark_client"])
def test_new_enough(monkeypatch: pytest.MonkeyPatch, distribution: str, found: str) -> None:
    installed(monkeypatch, **{distribution: found})
    check_pyspark()


@pytest.mark.parametrize("found", ["4.2.1", "4.1.0.dev1", "3.5.7", "4.0"])
def test_too_old(monkeypatch: pytest.MonkeyPatch, found: str) -> None:
    installed(monkeypatch, pyspark=found)
    with pytest.raises(MissingDependency, match=rf"4\.3 or later, and this is {found}.*dovetail-spark\[spark\]"):
        check_pyspark()


def test_the_client_may_be_one_release_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, pyspark_client="4.2.0")
    check_pyspark()
    installed(monkeypatch, pyspark_client="4.1.3")
    with pytest.raises(MissingDependency, match=r"pyspark-client 4\.2 or later, and this is 4\.1\.3"):
        check_pyspark()


def test_one_on_the_python_path_has_no_distribution(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch)
    check_pyspark()


def test_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(MissingDependency, match=r"not installed.*dovetail-spark.spark.*pyspark-client"):
        check_pyspark()


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("import dovetail", 1),
        ("import dovetail.errors", 1),
        ("import dovetail_command; sys.argv = ['dovetail', '--version']; sys.exit(dovetail_command.main())", 3),
    ],
)
def test_the_last_line_says_what_to_do(code: str, status: int) -> None:
    program = f"import sys; sys.modules['pyspark'] = None; {code}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert "dovetail-spark[spark]" in done.stderr.splitlines()[-1]
    assert status == 1 or len(done.stderr.splitlines()) == 1, "the command shows no traceback"
