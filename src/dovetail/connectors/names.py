"""The names that Spark has, for the candidates of a misspelt one."""

from typing import TYPE_CHECKING

from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

__all__ = ["view_names"]


def view_names(spark: "SparkSession") -> list[str]:
    """The views and tables of the current schema; a catalog that cannot be listed has no candidates to offer."""
    try:
        return [table.name for table in spark.catalog.listTables()]
    except PySparkException:
        return []
