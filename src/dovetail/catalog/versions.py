"""What a declared history says of a relation's columns."""

from dovetail.catalog.tables import VersionedTable
from dovetail.plan.relations import Relation
from dovetail.plan.schema import Column
from dovetail.plan.temporal import TableCharacteristics, VersionedMetadata

__all__ = ["declared_versions"]


def declared_versions(table: VersionedTable, relation: Relation) -> VersionedMetadata:
    """The key, the time and the order of a versioned table's rows, as columns of a relation that reads it."""
    known = (*table.columns, *table.hidden)
    positions = {column.name.casefold(): n for n, column in enumerate(known)}

    def column(name: str) -> Column:
        position = positions[name.casefold()]
        if position < len(table.columns):
            return relation.columns[position]
        # Only the source has it: no name of the statement reaches it, and no star shows it.
        return Column(relation.index, position, known[position].name, known[position].type)

    characteristics = TableCharacteristics.APPEND_ONLY if table.append_only else TableCharacteristics.NON_APPEND_ONLY
    return VersionedMetadata(
        primary_key=tuple(column(name) for name in table.primary_key),
        version=column(table.version),
        sequence=column(table.sequence) if table.sequence else None,
        op_column=column(table.op_column) if table.op_column else None,
        on_delete=table.on_delete,
        characteristics=characteristics,
        retention_micros=table.retention_micros,
        connector=table.connector,
    )
