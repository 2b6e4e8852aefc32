"""The FROM clause as it is written: relations, joins, conditions, and Dovetail's clauses back on their joins."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeVar

from dovetail.errors import InvalidMatchCondition, SqlSyntaxError, UnsupportedStatement, closest
from dovetail.plan.relations import JoinKind
from dovetail.sql.extent import after_group, peek
from dovetail.sql.from_refs import FromClause, JoinRef, RelationRef
from dovetail.sql.lift import AsofMark, Lifted, MatchClause, TemporalClause
from dovetail.sql.source import Token, TokenType, is_name, is_word, word

__all__ = ["parse_from"]


_KINDS = {
    "": JoinKind.INNER,
    "INNER": JoinKind.INNER,
    "CROSS": JoinKind.CROSS,
    "LEFT": JoinKind.LEFT,
    "LEFT OUTER": JoinKind.LEFT,
    "RIGHT": JoinKind.RIGHT,
    "RIGHT OUTER": JoinKind.RIGHT,
    "FULL": JoinKind.FULL,
    "FULL OUTER": JoinKind.FULL,
    "SEMI": JoinKind.LEFT_SEMI,
    "LEFT SEMI": JoinKind.LEFT_SEMI,
    "ANTI": JoinKind.LEFT_ANTI,
    "LEFT ANTI": JoinKind.LEFT_ANTI,
}
_C = TypeVar("_C", TemporalClause, MatchClause)
_PREFIXES = ("NATURAL", "INNER", "CROSS", "LEFT", "RIGHT", "FULL", "OUTER", "SEMI", "ANTI")


def parse_from(tokens: Sequence[Token], lifted: Lifted) -> FromClause | None:
    """Reads the tokens between FROM and what follows it."""
    return _FromParser(tuple(tokens), lifted).run() if tokens else None


class _FromParser:
    def __init__(self, tokens: tuple[Token, ...], lifted: Lifted) -> None:
        self.tokens = tokens
        self.lifted = lifted
        self.sql = lifted.sql
        self.index = 0

    def run(self) -> FromClause:
        first = self.relation()
        joins: list[JoinRef] = []
        starts: list[int] = []
        while self.index < len(self.tokens):
            starts.append(self.tokens[self.index].start)
            joins.append(self.join())
        self.refuse_misspelt_asof(first, joins)
        bounds = [*starts, self.end_of_text()]
        joins = [self.with_clauses(join, bounds[i], bounds[i + 1]) for i, join in enumerate(joins)]
        stop = max([first.last.end + 1, *(clause.place.stop for clause in self.clauses_between(0, bounds[-1]))])
        if joins:
            stop = max(stop, self.tokens[-1].end + 1)
        temporal = self.one(TemporalClause, self.tokens[0].start, bounds[0])
        return FromClause(first, temporal, tuple(joins), self.tokens[0].start, stop)

    # joins

    def join(self) -> JoinRef:
        first = self.tokens[self.index]
        if word(first) == ",":
            self.index += 1
            return JoinRef(JoinKind.CROSS, False, self.relation(), None, None, first, comma=True)
        words = []
        while is_word(peek(self.tokens, self.index), *_PREFIXES):
            words.append(word(self.tokens[self.index]))
            self.index += 1
        if not is_word(peek(self.tokens, self.index), "JOIN"):
            raise self.unexpected(peek(self.tokens, self.index))
        self.index += 1
        natural = "NATURAL" in words
        kind = _KINDS.get(" ".join(w for w in words if w != "NATURAL"))
        if kind is None:
            raise self.sql.error(SqlSyntaxError, f"there is no {' '.join(words)} JOIN", first, "Write LEFT JOIN, …")
        relation = self.relation()
        on, using = self.condition()
        return JoinRef(kind, natural, relation, on, using, first)

    def condition(self) -> tuple[tuple[Token, ...] | None, tuple[Token, ...] | None]:
        if is_word(peek(self.tokens, self.index), "ON"):
            start = self.index + 1
            self.index = self.skip_to_join(start)
            if self.index == start:
                raise self.sql.error(
                    SqlSyntaxError, "ON needs a condition", self.tokens[start - 1], "Write ON left.key = right.key."
                )
            return self.tokens[start : self.index], None
        if is_word(peek(self.tokens, self.index), "USING"):
            end = after_group(self.tokens, self.index + 1)
            names = tuple(t for t in self.tokens[self.index + 2 : end - 1] if is_name(t))
            self.index = end
            return None, names
        return None, None

    def skip_to_join(self, index: int) -> int:
        """The index of the next join or comma outside brackets."""
        while index < len(self.tokens):
            token = self.tokens[index]
            if token.text == "(":
                index = after_group(self.tokens, index)
                continue
            if self.starts_join(index):
                return index
            index += 1
        return index

    def starts_join(self, index: int) -> bool:
        token = self.tokens[index]
        if word(token) in (",", "JOIN"):
            return True
        if not is_word(token, *_PREFIXES):
            return False
        # LEFT(x, 2) is a function: a join's word is followed by another of them, or by JOIN.
        return is_word(peek(self.tokens, index + 1), "JOIN", *_PREFIXES)

    # relations

    def relation(self) -> RelationRef:
        start = self.index
        if start >= len(self.tokens):
            raise self.sql.error(
                SqlSyntaxError, "a table is missing here", peek(self.tokens, start - 1), "Name a table or a subquery."
            )
        lateral = is_word(self.tokens[start], "LATERAL")
        primary_end, parts = self.primary(start + lateral)
        self.index = self.relation_end(primary_end)
        rest = self.tokens[primary_end : self.index]
        alias, columns, stop_at = self.alias(rest)
        self.refuse_second_alias(rest[:stop_at] if alias else rest)
        body_end = primary_end + stop_at
        opening = self.tokens[start] if self.tokens[start].text == "(" else None
        return RelationRef(
            parts=parts,
            alias=alias.text if alias else None,
            alias_columns=columns,
            start=self.tokens[start].start,
            stop=self.tokens[body_end - 1].end + 1,
            extra=body_end > primary_end or not parts,
            opening=opening,
            first=self.tokens[start],
            last=self.tokens[self.index - 1],
            pivots=any(is_word(token, "PIVOT", "UNPIVOT", "MATCH_RECOGNIZE") for token in rest),
            lateral=lateral,
        )

    def primary(self, index: int) -> tuple[int, tuple[str, ...]]:
        """The index after a name, a call or brackets, and the parts of the name."""
        token = peek(self.tokens, index)
        if token is None:
            raise self.unexpected(token)
        if token.text == "(":
            return after_group(self.tokens, index), ()
        if is_word(token, "VALUES"):
            return self.after_values(index + 1), ()
        if not is_name(token):
            raise self.unexpected(token)
        parts = [token.text]
        index += 1
        while word(peek(self.tokens, index)) == "." and is_name(peek(self.tokens, index + 1)):
            parts.append(self.tokens[index + 1].text)
            index += 2
        following = peek(self.tokens, index)
        if following is not None and following.text == "(" and following.token_type is TokenType.L_PAREN:
            return after_group(self.tokens, index), ()
        return index, tuple(parts)

    def after_values(self, index: int) -> int:
        index = after_group(self.tokens, index)
        while word(peek(self.tokens, index)) == "," and word(peek(self.tokens, index + 1)) == "(":
            index = after_group(self.tokens, index + 1)
        return index

    def relation_end(self, index: int) -> int:
        while index < len(self.tokens):
            token = self.tokens[index]
            if self.starts_join(index) or is_word(token, "ON", "USING"):
                return index
            index = after_group(self.tokens, index) if token.text == "(" else index + 1
        return index

    def alias(self, rest: tuple[Token, ...]) -> tuple[Token | None, tuple[str, ...], int]:
        """The alias at the end of what follows a table, its column names, and where it starts."""
        end, columns = len(rest), tuple[str, ...]()
        if end and rest[-1].text == ")":
            opening = next(
                (i for i in range(end - 1, -1, -1) if after_group(rest, i) == end and rest[i].text == "("), 0
            )
            named = opening > 0 and is_name(rest[opening - 1]) and not is_word(rest[opening - 1], *_TAKES_BRACKETS)
            if not named:
                return None, (), end
            columns = tuple(token.text for token in rest[opening + 1 : end - 1] if is_name(token))
            self.check_alias_columns(rest[opening - 1], rest[opening + 1 : end - 1])
            end = opening
        if not end or not is_name(rest[end - 1]) or is_word(peek(rest, end - 2), "OF", "."):
            if end and len(rest) == end and not is_word(peek(rest, end - 2), "OF", "."):
                self.refuse_odd_suffix(rest)
            return None, (), len(rest)
        start = end - 1
        if start and is_word(rest[start - 1], "AS"):
            start -= 1
        return rest[end - 1], columns, start

    def check_alias_columns(self, alias: Token, inner: tuple[Token, ...]) -> None:
        """An alias with brackets that hold no list of names: a misspelt MATCH_CONDITION."""
        if all(is_name(token) or token.text == "," for token in inner):
            return
        near = closest(alias.text, ["MATCH_CONDITION"])
        hint = "Did you mean MATCH_CONDITION?" if near else "An alias is followed by a list of column names only."
        raise self.sql.error(SqlSyntaxError, f"{alias.text} ( … ) is not understood here", alias, hint)

    def refuse_odd_suffix(self, rest: tuple[Token, ...]) -> None:
        if rest[0].token_type in (TokenType.NUMBER, TokenType.EQ, TokenType.GT, TokenType.LT):
            raise self.unexpected(rest[0])

    def refuse_second_alias(self, rest: tuple[Token, ...]) -> None:
        """Two names behind a table are an alias and a misspelt keyword: ``t l ASFO JOIN``, ``t JION q``."""
        if is_word(peek(rest, 0), "AS"):
            rest = rest[1:]
        if not rest or not is_name(rest[0]) or is_word(rest[0], *_SUFFIXES) or is_word(peek(rest, 1), *_PIVOTS):
            return
        names = [token for token in rest if is_name(token)]
        misspelt = next((t for t in names if word(t) not in _KEYWORDS and closest(t.text, _KEYWORDS)), None)
        # Where rest holds one name alone, the second one was taken for the alias.
        raise self.unexpected(misspelt or peek(rest, 1) or self.tokens[self.index - 1])

    def refuse_misspelt_asof(self, first: RelationRef, joins: Sequence[JoinRef]) -> None:
        """``t ASFO JOIN q MATCH_CONDITION (…)``: the alias of the table before was meant to be the keyword."""
        for before, join in pairwise([first, *(join.relation for join in joins)]):
            behind = [match for match in self.lifted.matches if join.last.end < match.place.start]
            follows = behind and is_word(peek(self.tokens, self.index_of(before.last) + 1), "JOIN", *_PREFIXES)
            if follows and before.last.text == before.alias and closest(before.alias, ["ASOF"]):
                raise self.unexpected(before.last)

    def index_of(self, token: Token) -> int:
        return next(i for i, one in enumerate(self.tokens) if one is token)

    # what was lifted

    def clauses_between(self, start: int, stop: int) -> list[TemporalClause | AsofMark | MatchClause]:
        inside = [
            (token.start, self.tokens[after_group(self.tokens, i) - 1].end)
            for i, token in enumerate(self.tokens)
            if token.text == "(" and token.token_type is TokenType.L_PAREN
        ]
        return [
            clause
            for clause in self.lifted.clauses
            if max(start, self.tokens[0].start) <= clause.place.start < stop
            and not any(low < clause.place.start < high for low, high in inside)
        ]

    def end_of_text(self) -> int:
        """Where the next kept token after this clause starts: clauses lifted before it belong here."""
        last = self.tokens[-1].end
        after = [token.start for token in self.lifted.tokens if token.start > last]
        return after[0] if after else len(self.sql.text) + 1

    def with_clauses(self, join: JoinRef, start: int, stop: int) -> JoinRef:
        return JoinRef(
            join.kind,
            join.natural,
            join.relation,
            join.on,
            join.using,
            join.first,
            self.asof_before(join, start),
            self.one(TemporalClause, start, stop),
            self.one(MatchClause, start, stop),
            join.comma,
        )

    def asof_before(self, join: JoinRef, start: int) -> AsofMark | None:
        """The ASOF of a join stands before its words (ASOF LEFT JOIN) or among them (LEFT ASOF JOIN)."""
        index = next(i for i, token in enumerate(self.tokens) if token is join.first)
        low = self.tokens[index - 1].end if index else -1
        high = join.relation.first.start
        marks = [mark for mark in self.lifted.asof if low < mark.place.start < high]
        return marks[0] if marks else None

    def one(self, kind: type[_C], start: int, stop: int) -> _C | None:
        found = [clause for clause in self.clauses_between(start, stop) if isinstance(clause, kind)]
        if len(found) > 1:
            matches = isinstance(found[0], MatchClause)
            what = "match conditions" if matches else "temporal clauses"
            code = InvalidMatchCondition if matches else SqlSyntaxError
            raise self.sql.error(code, f"one join has two {what}", found[1].place, "Leave one of them out.")
        return found[0] if found else None

    def unexpected(self, token: Token | None) -> Exception:
        shown = "the end of the statement" if token is None else token.text
        near = closest(shown, _KEYWORDS)
        hint = f"Did you mean {near[0]}?" if near else "Here stands a table, a join, or the next clause."
        if token is not None and token.text == "|>":
            return self.sql.error(UnsupportedStatement, "pipes (|>) cannot hold Dovetail's joins", token, "Use a CTE.")
        return self.sql.error(SqlSyntaxError, f"unexpected {shown} in FROM", token, hint)


_KEYWORDS = ("ASOF", "JOIN", "LEFT", "INNER", "USING", "WHERE", "GROUP", "ORDER", "LATERAL", "HAVING", "LIMIT")
_TAKES_BRACKETS = ("TABLESAMPLE", "WITH", "PIVOT", "UNPIVOT", "OPTIONS", "FOR", "REPEATABLE", "SAMPLE")
_PIVOTS = ("PIVOT", "UNPIVOT")
_SUFFIXES = (*_TAKES_BRACKETS, "VERSION", "TIMESTAMP", "SYSTEM_VERSION", "MATCH_RECOGNIZE")
