"""Binds expressions: the user's text, with the columns that it names."""

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.errors import ParseError

from dovetail.errors import SqlSyntaxError, closest
from dovetail.plan.expressions import UNKNOWN, Expr, Ref
from dovetail.plan.schema import Column, relation_bit
from dovetail.sql.dialect import SPARK
from dovetail.sql.names import Namespace
from dovetail.sql.source import SqlText, Token, is_name, word

__all__ = ["bind", "bind_tree", "column_parts", "column_span", "inside_subquery", "lambda_names", "parse_tokens"]

# What may follow an expression: where something else does, it may be one of them, misspelt.
_FOLLOWING = (
    "ASOF",
    "JOIN",
    "LEFT",
    "WHERE",
    "GROUP",
    "HAVING",
    "ORDER",
    "LIMIT",
    "UNION",
    "EMIT",
    "AND",
    "BETWEEN",
    "LIKE",
)
_RANDOM = frozenset(
    {"RAND", "RANDN", "RANDSTR", "UNIFORM", "UUID", "SHUFFLE", "MONOTONICALLY_INCREASING_ID", "SPARK_PARTITION_ID"}
)


# Stands for a name that may mean something without being a column of the relations in reach.
_EXCUSED = Ref(-1, -1, Column(-1, -1, "", ""))


def parse_tokens(sql: SqlText, tokens: Sequence[Token]) -> exp.Expr:
    """The tree of an expression or of a statement; its identifiers keep their positions in the whole text.

    Raises:
        SqlSyntaxError: It is none that can be understood.
    """
    if not tokens:
        raise sql.error(SqlSyntaxError, "an expression is missing", None, "Look for an AND, OR or comma too many.")
    try:
        (tree, *rest) = SPARK.parser().parse(list(tokens), sql.text)
    except ParseError as error:
        raise _syntax_error(sql, tokens, error) from error
    if tree is None or rest:
        raise sql.error(SqlSyntaxError, "this is not one expression", sql.place_of(tokens[0], tokens[-1]))
    return tree


def _syntax_error(sql: SqlText, tokens: Sequence[Token], error: ParseError) -> Exception:
    detail = error.errors[0] if error.errors else {}
    line, column = detail.get("line"), detail.get("col")
    index = next((i for i, t in enumerate(tokens) if t.line == line and t.col == column), None)
    for misspelt in [] if index is None else tokens[max(index - 1, 0) : index + 1]:
        if is_name(misspelt) and word(misspelt) not in _FOLLOWING and (near := closest(word(misspelt), _FOLLOWING)):
            return sql.error(
                SqlSyntaxError, f"{misspelt.text} is not understood here", misspelt, f"Did you mean {near[0]}?"
            )
    at = None if index is None else tokens[index]
    place = sql.place_of(at) if at else sql.place_of(tokens[0], tokens[-1])
    what = f"{sql.text[place.start : place.stop]} is not understood here"
    return sql.error(SqlSyntaxError, what, place, "Look for a missing operator, bracket or comma before it.")


def bind(sql: SqlText, tokens: Sequence[Token], names: Namespace) -> Expr:
    """Resolves all column references of an expression.

    Raises:
        ColumnNotFound: A name that nothing has.
        AmbiguousColumn: A bare name that several relations have.
    """
    tree = parse_tokens(sql, tokens)
    if isinstance(tree, exp.Alias | exp.Aliases):  # a name behind an expression, where none can be given
        raise sql.error(SqlSyntaxError, f"{tokens[-1].text} is not understood here", tokens[-1], "Leave it out.")
    return bind_tree(sql, tokens, tree, names)


def bind_tree(sql: SqlText, tokens: Sequence[Token], tree: exp.Expr, names: Namespace) -> Expr:
    """The same for an expression whose tree is there already."""
    start, stop = tokens[0].start, tokens[-1].end + 1
    refs, mask = [], 0
    for node in tree.find_all(exp.Column):
        ref = _ref(sql, node, names, start)
        if ref is _EXCUSED:
            mask |= UNKNOWN
        elif ref is not None:
            refs.append(ref)
            mask |= relation_bit(ref.column.relation)
    return Expr(
        text=sql.text[start:stop],
        refs=tuple(sorted(refs, key=lambda ref: ref.start)),
        mask=mask,
        type=_type_of(tree, refs, stop - start),
        deterministic=_is_deterministic(tree),
        has_subquery=tree.find(exp.Select) is not None,
        place=sql.place(start, stop),
    )


def _ref(sql: SqlText, node: exp.Column, names: Namespace, offset: int) -> Ref | None:
    """The reference that a node is: None for what is no column of ours, ``_EXCUSED`` for what may be any."""
    if isinstance(node.this, exp.Star):
        return None
    parts = column_parts(node)
    if parts[0].casefold() in lambda_names(node):
        return None
    start, stop = column_span(node, len(parts))
    # What a subquery names without one of our aliases is its own.
    if inside_subquery(node) and (len(parts) == 1 or not names.find(parts) or _shadowed(node, parts[0])):
        return None
    if names.excuse is not None and not names.find(parts) and names.excuse(parts):
        return _EXCUSED
    found = names.resolve(parts, sql.place(start, stop))
    return Ref(start - offset, column_span(node, found.parts)[1] - offset, found.column)


def column_parts(node: exp.Column) -> list[str]:
    """The parts of a dotted name, first to last."""
    return [part.name for part in node.parts]


def column_span(node: exp.Column, taken: int) -> tuple[int, int]:
    """Where the first ``taken`` parts of a dotted name stand in the text."""
    parts = node.parts
    return parts[0].meta["start"], parts[taken - 1].meta["end"] + 1


def inside_subquery(node: exp.Expr) -> bool:
    """Whether a query stands between a node and the top of its tree."""
    parent = node.parent
    while parent is not None and not isinstance(parent, exp.Query):
        parent = parent.parent
    return parent is not None


def _shadowed(node: exp.Column, alias: str) -> bool:
    """Whether a query around the node, below the top, has a relation of that alias itself."""
    query = node.find_ancestor(exp.Select)
    while query is not None:
        sources = [query.args.get("from_"), *(query.args.get("joins") or [])]
        if any(s is not None and s.alias_or_name.casefold() == alias.casefold() for s in sources):
            return True
        query = query.find_ancestor(exp.Select)
    return False


def lambda_names(node: exp.Expr) -> set[str]:
    """The parameters of the lambdas around a node."""
    found: set[str] = set()
    parent = node.find_ancestor(exp.Lambda)
    while parent is not None:
        found |= {name.name.casefold() for name in parent.expressions}
        parent = parent.find_ancestor(exp.Lambda)
    return found


def _is_deterministic(tree: exp.Expr) -> bool:
    """Whether it gives the same value each time; a function that nobody here knows may not."""
    return all(
        not isinstance(node, exp.Anonymous) and node.sql_name() not in _RANDOM for node in tree.find_all(exp.Func)
    )


def _type_of(tree: exp.Expr, refs: Sequence[Ref], length: int) -> str | None:
    """The type where it can be told without asking Spark."""
    if isinstance(tree, exp.Column) and len(refs) == 1 and refs[0].start == 0 and refs[0].stop == length:
        return refs[0].column.type
    if isinstance(tree, exp.Null):
        return "void"
    return None
