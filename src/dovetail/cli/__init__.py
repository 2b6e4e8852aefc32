"""The command line: ``dovetail demo``, ``dovetail explain``, ``dovetail check``."""

from dovetail.cli.app import run

__all__ = ["run"]
