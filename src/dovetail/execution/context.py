"""What lowering needs: the session's tables, and a place for the DataFrames that the generated SQL names."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dovetail.catalog.catalog import Catalog
from dovetail.connectors.base import Fragment

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

__all__ = ["Lowering", "finished", "frame_mark"]

# No text of a user's holds this character, so that a mark is not mistaken for one of the braces in it.
_EDGE = "\x1a"


def frame_mark(name: str) -> str:
    """What stands in a text for a DataFrame until the text is finished."""
    return f"{_EDGE}{name}{_EDGE}"


def finished(text: str, frames: Iterable[str]) -> str:
    """The text as ``spark.sql(text, **frames)`` takes it: DataFrames in braces, all other braces doubled."""
    text = text.replace("{", "{{").replace("}", "}}")
    for name in frames:
        text = text.replace(frame_mark(name), "{" + name + "}")
    return text


@dataclass(slots=True)
class Lowering:
    """One statement on its way to ``spark.sql``."""

    spark: "SparkSession"
    catalog: Catalog
    frames: "dict[str, DataFrame]" = field(default_factory=dict)
    scans: int = 0

    def next_scan(self) -> int:
        """A number for a scan, unique within the statement."""
        self.scans += 1
        return self.scans

    def source(self, fragment: Fragment) -> str:
        """What a connector gave, as text for a FROM clause."""
        self.frames.update(fragment.frames)
        return fragment.sql.format(**{name: frame_mark(name) for name in fragment.frames})
