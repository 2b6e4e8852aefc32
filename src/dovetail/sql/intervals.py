"""How long things last: interval literals of SQL, and durations and sizes written as plain text."""

import re
from fractions import Fraction

from dovetail.sql.literals import STRING_LITERAL, string_value

__all__ = ["duration_micros", "interval_micros", "size_bytes"]

_MICROS = {
    "microsecond": 1,
    "millisecond": 1_000,
    "second": 1_000_000,
    "minute": 60_000_000,
    "hour": 3_600_000_000,
    "day": 86_400_000_000,
    "week": 7 * 86_400_000_000,
}
_NO_FIXED_LENGTH = {"month", "year"}
_FIELDS = ["day", "hour", "minute", "second"]
_SHORT = {
    **dict.fromkeys(["us", "micro", "micros"], "microsecond"),
    **dict.fromkeys(["ms", "milli", "millis"], "millisecond"),
    **dict.fromkeys(["s", "sec", "secs"], "second"),
    **dict.fromkeys(["m", "min", "mins"], "minute"),
    **dict.fromkeys(["h", "hr", "hrs"], "hour"),
    "d": "day",
    "w": "week",
}
_BYTES = {"b": 1, "kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30, "tb": 1 << 40}

_TOKEN = re.compile(
    rf"\s+|--[^\n]*|/\*.*?\*/|(?P<string>{STRING_LITERAL})|(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<word>[A-Za-z]+)|(?P<sign>[+-])",
    re.DOTALL,
)
_NUMBER = re.compile(r"\s*([+-]?)\s*(\d+)(?:\.(\d{0,9}))?\s*\Z")
_PAIR = re.compile(r"\s*([+-]?\s*(?:\d+(?:\.\d*)?|\.\d+))\s*([A-Za-zµ]+)")


def interval_micros(text: str) -> int | None:
    """The length of an INTERVAL literal of Spark SQL in microseconds; None for months and years, whose length varies.

    >>> interval_micros("INTERVAL '1 02:03:04.5' DAY TO SECOND")
    93784500000

    Raises:
        ValueError: The text is no interval literal.
    """
    sign, tokens = _interval_tokens(text)
    if len(tokens) == 1 and tokens[0][0] == "string":
        length = _sum(_pairs_of_text(string_value(tokens[0][1])))
    elif "to" in (value.lower() for kind, value in tokens if kind == "word"):
        length = _field_to_field(tokens)
    else:
        length = _sum(_pairs_of_tokens(tokens))
    return None if length is None else sign * length


def _interval_tokens(text: str) -> tuple[int, list[tuple[str, str]]]:
    """The sign before the keyword, and what follows it."""
    tokens, position = [], 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if not match:
            raise ValueError(f"not an interval: {text}")
        if match.lastgroup:
            tokens.append((match.lastgroup, match[0]))
        position = match.end()
    sign = -1 if tokens[:1] == [("sign", "-")] else 1
    tokens = tokens[1:] if tokens and tokens[0][0] == "sign" else tokens
    if len(tokens) < 2 or tokens[0][1].upper() != "INTERVAL":
        raise ValueError(f"not an interval: {text}")
    return sign, tokens[1:]


def _pairs_of_text(text: str) -> list[tuple[str, str]]:
    """The quantities of ``'5 minutes 3 seconds'``."""
    pairs, position = [], 0
    while match := _PAIR.match(text, position):
        pairs.append((match[1], match[2]))
        position = match.end()
    if not pairs or text[position:].strip():
        raise ValueError(f"not an interval: '{text}'")
    return pairs


def _pairs_of_tokens(tokens: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The quantities of ``1 HOUR '30' MINUTES``."""
    pairs, value = [], ""
    for kind, text in tokens:
        if kind == "word":
            pairs.append((value, text))
            value = ""
        else:
            value += string_value(text) if kind == "string" else text
    if value or not pairs:
        raise ValueError("an interval's last quantity has no unit")
    return [(_one_sign(quantity), unit) for quantity, unit in pairs]


def _one_sign(quantity: str) -> str:
    """``- '-5'`` is 5."""
    match = re.match(r"\s*([+-])\s*([+-])(.*)\Z", quantity, re.DOTALL)
    if not match:
        return quantity
    return ("+" if match[1] == match[2] else "-") + match[3]


def _sum(pairs: list[tuple[str, str]]) -> int | None:
    """All quantities together; None as soon as one has no fixed length."""
    total: int | None = 0
    for quantity, unit in pairs:
        name = _unit(unit)
        if name in _NO_FIXED_LENGTH:
            total = None
        elif name not in _MICROS:
            raise ValueError(f"'{unit}' is no unit of time")
        elif total is not None:
            total += _micros(quantity, name)
    return total


def _unit(text: str) -> str:
    """A unit in lower case, without its plural."""
    return text.lower().removesuffix("s")


def _micros(quantity: str, unit: str) -> int:
    """One quantity; only seconds have a fraction, of which Spark keeps microseconds."""
    match = _NUMBER.match(quantity)
    if not match or (match[3] is not None and unit != "second"):
        raise ValueError(f"'{quantity.strip()}' is no number of {unit}s")
    whole = int(match[2]) * _MICROS[unit]
    fraction = int((match[3] or "").ljust(6, "0")[:6] or 0)
    return (whole + fraction) * (-1 if match[1] == "-" else 1)


def _field_to_field(tokens: list[tuple[str, str]]) -> int | None:
    """``'1 02:03:04.5' DAY TO SECOND``."""
    sign = -1 if tokens[0] == ("sign", "-") else 1
    body = tokens[1:] if tokens[0][0] == "sign" else tokens
    kinds = [kind for kind, _ in body]
    if kinds != ["string", "word", "word", "word"]:
        raise ValueError("an interval from one field to another is written as 'value' FIELD TO FIELD")
    first, last = body[1][1].lower(), body[3][1].lower()
    if (first, last) == ("year", "month"):
        return None
    _check_fields(first, last)
    return sign * _clock(string_value(body[0][1]), _FIELDS[_FIELDS.index(first) : _FIELDS.index(last) + 1])


def _check_fields(first: str, last: str) -> None:
    """Refuses ``SECOND TO DAY`` and the like."""
    if first not in _FIELDS or last not in _FIELDS or _FIELDS.index(first) >= _FIELDS.index(last):
        raise ValueError(f"there is no interval {first.upper()} TO {last.upper()}")


def _clock(text: str, fields: list[str]) -> int:
    """``1 02:03:04.5`` by its fields."""
    separators = {"day": r"\s+", "hour": ":", "minute": ":"}
    pattern = "".join(
        (r"(\d+(?:\.\d{1,9})?)" if field == "second" else r"(\d+)") + (separators[field] if field != fields[-1] else "")
        for field in fields
    )
    match = re.match(rf"\s*([+-]?){pattern}\s*\Z", text)
    if not match:
        raise ValueError(f"'{text}' is no interval {fields[0].upper()} TO {fields[-1].upper()}")
    length = sum(_micros(value, field) for value, field in zip(match.groups()[1:], fields, strict=True))
    return -length if match[1] == "-" else length


def duration_micros(text: str, *, signed: bool = False) -> int:
    """A duration in microseconds: ``5m``, ``30 seconds``, ``1 hour 30 minutes``, ``500ms``, ``0``.

    Raises:
        ValueError: It is something else; the text says what is allowed.
    """
    allowed = "a duration such as '500ms', '30 seconds', '5m', '1 hour' or '7 days'"
    if text.strip() == "0":
        return 0
    try:
        pairs = _pairs_of_text(text)
    except ValueError:
        raise ValueError(f"expected {allowed}") from None
    total = Fraction(0)
    for quantity, unit in pairs:
        name = _SHORT.get(unit.lower(), _unit(unit))
        if name in _NO_FIXED_LENGTH:
            raise ValueError(f"a {name} has no fixed length; expected {allowed}")
        if name not in _MICROS:
            raise ValueError(f"there is no unit '{unit}'; expected {allowed}")
        total += Fraction(quantity.replace(" ", "")) * _MICROS[name]
    if total < 0 and not signed:
        raise ValueError(f"a duration cannot be negative; expected {allowed}")
    return int(total)


def size_bytes(text: str) -> int:
    """A size in bytes: ``64mb``, ``512 kb``, ``1.5gb``, ``0``; a unit is 1024 times the one before it.

    Raises:
        ValueError: It is something else; the text says what is allowed.
    """
    allowed = "a size such as '512kb', '64mb' or '1gb'"
    match = re.match(r"\s*(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*\Z", text)
    if not match:
        raise ValueError(f"expected {allowed}")
    unit = match[2].lower().replace("ib", "b")
    if unit not in _BYTES and not (unit == "" and Fraction(match[1]) == 0):
        raise ValueError(f"there is no unit '{match[2]}'; expected {allowed}" if unit else f"expected {allowed}")
    return int(Fraction(match[1]) * _BYTES.get(unit, 0))
