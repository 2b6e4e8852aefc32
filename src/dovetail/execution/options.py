"""The options of a WITH clause: known keys, typed values, and errors that say what is allowed."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from dovetail.catalog.secrets import Secret, has_reference
from dovetail.connectors.base import Option
from dovetail.errors import InvalidOption, Place, closest
from dovetail.sql.ddl_statements import OptionSpec
from dovetail.sql.intervals import duration_micros, size_bytes

__all__ = ["LOOKUP_OPTIONS", "SOURCE_OPTIONS", "VERSIONED_OPTIONS", "checked", "shown"]


def _one_of(*allowed: str) -> Callable[[str], str]:
    """One word of a few."""

    def parse(text: str) -> str:
        if text.strip().lower() not in allowed:
            quoted = [f"'{word}'" for word in allowed]
            raise ValueError(f"expected {', '.join(quoted[:-1])} or {quoted[-1]}")
        return text.strip().lower()

    return parse


def _boolean(text: str) -> bool:
    return _one_of("true", "false")(text) == "true"


def _count(least: int) -> Callable[[str], int]:
    """A whole number."""

    def parse(text: str) -> int:
        if not text.strip().isascii() or not text.strip().isdigit() or int(text) < least:
            raise ValueError(f"expected a whole number from {least} on")
        return int(text)

    return parse


def _positive_duration(text: str) -> int:
    micros = duration_micros(text)
    if micros == 0:
        raise ValueError("expected a duration longer than 0")
    return micros


_CONNECTOR = Option("connector", str.lower, required=True)

LOOKUP_OPTIONS = (
    _CONNECTOR,
    Option("strategy", _one_of("replicated", "partitioned", "on-demand"), "replicated"),
    Option("pushdown", _one_of("auto", "enabled", "disabled"), "auto"),
    Option("cache.memory", size_bytes),
    Option("cache.ttl", duration_micros),
    Option("cache.negative.ttl", duration_micros, 0),
    Option("lookup.batch_size", _count(1)),
    Option("lookup.timeout", _positive_duration),
    Option("lookup.retries", _count(0)),
    Option("refresh.interval", _positive_duration),
)

VERSIONED_OPTIONS = (
    _CONNECTOR,
    Option("append_only", _boolean),
    Option("op.column"),
    Option("on.delete", _one_of("end", "retract")),
    Option("retention", duration_micros),
)

SOURCE_OPTIONS = (
    _CONNECTOR,
    Option("max.future", _positive_duration),
    Option("heartbeat", _positive_duration),
)


def checked(
    specs: Iterable[OptionSpec], known: Iterable[Option], owner: str, place: Place | None, table: str
) -> dict[str, Any]:
    """The typed values of all known options, defaults included; a value with references stays a ``Secret``.

    Raises:
        InvalidOption: A key that is not known or said twice, a bad value, or a required one that is missing.
    """
    options = {option.name: option for option in known}
    said: dict[str, Any] = {}
    for spec in specs:
        if spec.key not in options:
            raise _unknown(spec, options, owner)
        if spec.key in said:
            raise InvalidOption(f"the option {spec.key} is said twice", remedy="Keep one.", place=spec.key_place)
        said[spec.key] = _typed(spec, options[spec.key])
    for option in options.values():
        if option.required and option.name not in said:
            message = f"{owner} needs the option {option.name}"
            raise InvalidOption(message, remedy=f"Add {option.name} = '…' to WITH (…).", place=place)
        said.setdefault(option.name, table if option.named_after_table else option.default)
    return said


def _unknown(spec: OptionSpec, known: Mapping[str, Option], owner: str) -> InvalidOption:
    # Underscores for dots, and the other way round, are the usual mistake.
    same = [name for name in known if name.replace("_", ".") == spec.key.replace("_", ".").replace("-", ".")]
    near = same or closest(spec.key, known)
    remedy = f"Did you mean {' or '.join(near)}?" if near else f"Allowed are {', '.join(sorted(known))}."
    return InvalidOption(f"{owner} has no option {spec.key}", remedy=remedy, place=spec.key_place)


def _typed(spec: OptionSpec, option: Option) -> Any:
    """The value of a literal; a secret is tried here, and kept as it is written."""
    secret = Secret(spec.value, option.parse, hidden=option.secret)
    is_secret = option.secret or has_reference(spec.value)
    try:
        value = secret.value() if is_secret else option.parse(spec.value)
    except ValueError as error:
        text = secret.mask(str(error))
        message = f"{spec.key} = '{secret.shown if is_secret else spec.value}' is no value of this option: {text}"
        raise InvalidOption(message, place=spec.value_place) from None
    return secret if is_secret else value


def shown(specs: Iterable[OptionSpec], known: Iterable[Option]) -> tuple[tuple[str, str], ...]:
    """The options as they were written, for DESCRIBE EXTENDED."""
    hidden = {option.name for option in known if option.secret}
    return tuple((spec.key, Secret(spec.value, hidden=spec.key in hidden).shown) for spec in specs)
