"""Values of options that are not in the statement's text: ``${env:NAME}`` and ``${file:/path}``."""

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

__all__ = ["Secret", "has_reference", "mask", "option_value"]

_REFERENCE = re.compile(r"\$\{([^}]*)\}?")
_ALLOWED = "write ${env:NAME} or ${file:/path/to/file}"


def has_reference(text: str) -> bool:
    """Whether a value refers to the environment or to a file, rightly or not."""
    return _REFERENCE.search(text) is not None


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A value whose references are resolved each time it is used, where it is used, and that never shows.

    With ``hidden`` the text around the references is secret too: a password that was written out.
    """

    text: str
    parse: Callable[[str], Any] = str
    hidden: bool = False

    def value(self) -> Any:
        """The typed value.

        Raises:
            ValueError: A reference cannot be resolved, or what it gives is not a value of this option.
        """
        return self.parse(_REFERENCE.sub(_resolve, self.text))

    @property
    def shown(self) -> str:
        """What may be shown: references by their names."""
        if not self.hidden:
            return self.text
        references = [match[0] for match in _REFERENCE.finditer(self.text)]
        return "".join(references) if "".join(references) == self.text else "***"

    def mask(self, message: str) -> str:
        """A message without what the references resolve to, and without the value itself where it is hidden."""
        for value, name in sorted(self._known(), key=lambda pair: -len(pair[0])):
            message = message.replace(value, name)
        return message

    def _known(self) -> Iterator[tuple[str, str]]:
        """What must not show, and what stands for it."""
        if self.hidden and self.text:
            yield self.text, self.shown
        for match in _REFERENCE.finditer(self.text):
            try:
                value = _resolve(match)
            except ValueError:
                continue
            if value:
                yield value, match[0]

    def __repr__(self) -> str:
        return f"Secret({self.shown!r})"


def _resolve(match: re.Match[str]) -> str:
    """What one reference stands for."""
    source, colon, name = match[1].partition(":")
    if not match[0].endswith("}") or not colon or not name or source not in ("env", "file"):
        raise ValueError(f"{match[0]} is no reference that Dovetail knows; {_ALLOWED}")
    return _from_environment(name) if source == "env" else _from_file(name)


def _from_environment(name: str) -> str:
    if name not in os.environ:
        raise ValueError(f"the environment variable {name} is not set where the value is used")
    return os.environ[name]


def _from_file(name: str) -> str:
    try:
        return Path(name).read_text().rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not text"
        raise ValueError(f"the file {name} cannot be read: {reason}") from None


def option_value(options: Mapping[str, Any], name: str) -> Any:
    """The value of an option, resolved now; None where it is not said."""
    value = options.get(name)
    return value.value() if isinstance(value, Secret) else value


def mask(options: Mapping[str, Any], message: str) -> str:
    """A message without the secrets of these options."""
    for value in options.values():
        if isinstance(value, Secret):
            message = value.mask(message)
    return message
