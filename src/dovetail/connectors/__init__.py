"""The systems that tables can live in, by the name that ``connector = '…'`` gives them."""

from dovetail.connectors.base import Connector
from dovetail.connectors.sqlite import SqliteConnector
from dovetail.connectors.static import StaticConnector
from dovetail.connectors.view import ViewConnector
from dovetail.errors import InvalidOption, Place, closest

__all__ = ["CONNECTORS", "connector_named"]

CONNECTORS: dict[str, Connector] = {
    connector.name: connector for connector in (ViewConnector(), StaticConnector(), SqliteConnector())
}


def connector_named(name: str, place: Place | None = None) -> Connector:
    """The connector of that name.

    Raises:
        InvalidOption: There is none.
    """
    if found := CONNECTORS.get(name.lower()):
        return found
    near = closest(name, CONNECTORS)
    known = ", ".join(sorted(CONNECTORS))
    remedy = f"Did you mean {' or '.join(near)}?" if near else f"There are {known}."
    raise InvalidOption(f"there is no connector '{name}'", remedy=remedy, place=place)
