"""The one instance of sqlglot's Spark dialect."""

from sqlglot.dialects.dialect import Dialect

__all__ = ["SPARK"]

SPARK = Dialect.get_or_raise("spark")
