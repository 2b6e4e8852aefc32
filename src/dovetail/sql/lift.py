"""Takes Dovetail's own clauses out of a statement; what remains is plain Spark SQL, every position unchanged."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from dovetail.errors import Place, SqlSyntaxError, closest
from dovetail.sql.extent import after_expression, after_group, peek
from dovetail.sql.source import SqlText, Token, TokenType, is_name, is_word, word

__all__ = ["AsofMark", "EmitMode", "Lifted", "MatchClause", "TemporalClause", "lift"]


class EmitMode(Enum):
    """When a streaming join emits."""

    ON_WATERMARK = "ON WATERMARK"
    IMMEDIATELY = "IMMEDIATELY"
    CHANGES = "CHANGES"


@dataclass(frozen=True, slots=True)
class TemporalClause:
    """``FOR SYSTEM_TIME AS OF expression [VERSIONED ON column]``."""

    place: Place
    expression: tuple[Token, ...]
    versioned_on: tuple[Token, ...] = ()

    @property
    def is_now(self) -> bool:
        """Whether it asks for the current value."""
        text = "".join(token.text.upper() for token in self.expression)
        return text in ("NOW()", "PROCTIME()", "CURRENT_TIMESTAMP()", "CURRENT_TIMESTAMP")


@dataclass(frozen=True, slots=True)
class AsofMark:
    """The word ASOF before a join."""

    place: Place


@dataclass(frozen=True, slots=True)
class MatchClause:
    """``MATCH_CONDITION (…)``; the tokens are those between the brackets."""

    place: Place
    tokens: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Lifted:
    """A statement without Dovetail's clauses, and the clauses, which are put back on their joins by position."""

    sql: SqlText
    tokens: tuple[Token, ...]
    temporal: tuple[TemporalClause, ...] = ()
    asof: tuple[AsofMark, ...] = ()
    matches: tuple[MatchClause, ...] = ()
    emit: EmitMode | None = None
    emit_place: Place | None = None
    is_ours: Callable[[str], bool] = lambda name: False

    def concerns(self, tokens: Sequence[Token]) -> bool:
        """Whether a stretch of the statement has a clause of Dovetail's, or names a table of its catalog."""
        start, stop = tokens[0].start, tokens[-1].end
        lifted = any(start <= clause.place.start <= stop for clause in self.clauses)
        return lifted or any(is_name(token) and self.is_ours(token.text) for token in tokens)

    @property
    def clauses(self) -> tuple[TemporalClause | AsofMark | MatchClause, ...]:
        """All that was taken out but EMIT."""
        return self.temporal + self.asof + self.matches


_NOT_BEFORE_ASOF = frozenset({"FROM", "JOIN", ",", "AS", ".", "SELECT", "TABLE", "INTO", "VIEW", "WITH"})
_AFTER_MISPLACED_EMIT = (")", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT")
_JOIN_WORDS = frozenset({"INNER", "LEFT", "RIGHT", "FULL", "OUTER", "CROSS", "SEMI", "ANTI"})
_AFTER_TABLE = ("ON", "USING", "JOIN", "LEFT", "WHERE", "MATCH_CONDITION")
_CLOCKS = ("NOW", "PROCTIME")
_SPARK_TRAVEL = frozenset({"SYSTEM_VERSION", "VERSION", "TIMESTAMP"})


@dataclass(slots=True)
class _Lifter:
    sql: SqlText
    is_ours: Callable[[str], bool]
    kept: list[Token] = field(default_factory=list)
    temporal: list[TemporalClause] = field(default_factory=list)
    asof: list[AsofMark] = field(default_factory=list)
    matches: list[MatchClause] = field(default_factory=list)
    emit: EmitMode | None = None
    emit_place: Place | None = None

    def run(self) -> Lifted:
        index = 0
        while index < len(self.sql.tokens):
            after = self.clause(index)
            if after == index:
                self.kept.append(self.sql.tokens[index])
                after += 1
            index = after
        return Lifted(
            self.sql,
            tuple(self.kept),
            tuple(self.temporal),
            tuple(self.asof),
            tuple(self.matches),
            self.emit,
            self.emit_place,
            self.is_ours,
        )

    def clause(self, index: int) -> int:
        """Lifts the clause that starts at an index; the index after it, or the same where none starts."""
        match word(self.sql.tokens[index]):
            case "FOR":
                return self.lift_temporal(index)
            case "ASOF":
                return self.lift_asof(index)
            case "MATCH_CONDITION":
                return self.lift_match(index)
            case "EMIT":
                return self.lift_emit(index)
            case _:
                return index

    # FOR SYSTEM_TIME AS OF …

    def lift_temporal(self, index: int) -> int:
        tokens = self.sql.tokens
        if not self.is_temporal(index):
            return index
        start = index + 4
        end = after_expression(tokens, start)
        if end == start or is_word(tokens[start], *_AFTER_TABLE):
            raise self.sql.error(
                SqlSyntaxError,
                "FOR SYSTEM_TIME AS OF needs a time",
                peek(tokens, start),
                "Write NOW() for the current value, or a time column of what stands left of the join.",
            )
        after, versioned_on = self.versioned_on(end)
        expression = tokens[start:end]
        if versioned_on or self.is_dovetails(index, expression):
            self.refuse_misspelt(expression, after)
            place = self.sql.place_of(tokens[index], tokens[after - 1])
            self.temporal.append(TemporalClause(place, expression, versioned_on))
            return after
        return index

    def is_temporal(self, index: int) -> bool:
        """Whether FOR SYSTEM_TIME AS OF stands here; a near miss is an error."""
        tokens = self.sql.tokens
        first, second, third = (peek(tokens, index + offset) for offset in (1, 2, 3))
        if is_word(first, "SYSTEM_TIME"):
            if is_word(second, "AS") and is_word(third, "OF"):
                return True
            wrong = third if is_word(second, "AS") else second
            raise self.sql.error(
                SqlSyntaxError,
                f"expected AS OF after FOR SYSTEM_TIME, found {_shown(wrong)}",
                wrong,
                "Write FOR SYSTEM_TIME AS OF, then a time.",
            )
        dated = is_word(second, "AS") and is_word(third, "OF") and word(first) not in _SPARK_TRAVEL
        if dated and closest(word(first), ["SYSTEM_TIME"]):
            message = f"unknown word {_shown(first)} after FOR"
            raise self.sql.error(SqlSyntaxError, message, first, "Did you mean SYSTEM_TIME?")
        return False

    def versioned_on(self, index: int) -> tuple[int, tuple[Token, ...]]:
        """The index after VERSIONED ON column, and the column's tokens."""
        tokens = self.sql.tokens
        if not is_word(peek(tokens, index), "VERSIONED"):
            return index, ()
        if not is_word(peek(tokens, index + 1), "ON") or not is_name(peek(tokens, index + 2)):
            return index, ()
        end = index + 3
        while word(peek(tokens, end)) == "." and is_name(peek(tokens, end + 1)):
            end += 2
        return end, tokens[index + 2 : end]

    def refuse_misspelt(self, expression: tuple[Token, ...], after: int) -> None:
        """``NWO()``, and ``VERSOINED ON column``: an alias would be followed by a condition, not by another alias."""
        tokens = self.sql.tokens
        call = [token.text.upper() for token in expression]
        if call[1:] == ["(", ")"] and call[0] not in _CLOCKS and (near := closest(call[0], _CLOCKS)):
            place = self.sql.place_of(expression[0], expression[-1])
            raise self.sql.error(SqlSyntaxError, f"unknown time {call[0]}()", place, f"Did you mean {near[0]}()?")
        name = peek(tokens, after)
        column_behind = is_word(peek(tokens, after + 1), "ON") and is_name(peek(tokens, after + 3))
        if is_name(name) and word(name) != "VERSIONED" and closest(word(name), ["VERSIONED"]) and column_behind:
            message = f"unknown word {_shown(name)} after the time"
            raise self.sql.error(SqlSyntaxError, message, name, "Did you mean VERSIONED?")

    def is_dovetails(self, index: int, expression: tuple[Token, ...]) -> bool:
        """Whether the clause is not Spark's own time travel: the table is ours, or the time is no constant."""
        clause = TemporalClause(self.sql.place_of(None), expression)
        return clause.is_now or _reads_column(expression) or self.is_ours(self.table_before(index))

    def table_before(self, index: int) -> str:
        """The name of the table that the clause at ``index`` follows, an alias between them skipped."""
        tokens = self.sql.tokens
        position = index - 1
        while position >= 0 and word(tokens[position]) not in ("JOIN", "FROM", ","):
            position -= 1
        names = [token for token in tokens[position + 1 : index] if is_name(token)]
        return names[0].text if names else ""

    # ASOF

    def lift_asof(self, index: int) -> int:
        """ASOF before a join, by whatever spelling: never an alias of the table before it."""
        tokens = self.sql.tokens
        after = index + 1
        while is_word(peek(tokens, after), *_JOIN_WORDS):
            after += 1
        if not is_word(peek(tokens, after), "JOIN") or word(peek(tokens, index - 1)) in _NOT_BEFORE_ASOF:
            return index
        self.asof.append(AsofMark(self.sql.place_of(tokens[index])))
        return index + 1

    # MATCH_CONDITION (…)

    def lift_match(self, index: int) -> int:
        tokens = self.sql.tokens
        opening = peek(tokens, index + 1)
        if opening is None or opening.token_type is not TokenType.L_PAREN:
            return index
        after = after_group(tokens, index + 1)
        place = self.sql.place_of(tokens[index], tokens[after - 1])
        self.matches.append(MatchClause(place, tokens[index + 2 : after - 1]))
        return after

    # EMIT …

    def lift_emit(self, index: int) -> int:
        """EMIT at the end of the statement; elsewhere the word may be a name."""
        tokens = self.sql.tokens
        end = len(tokens)
        while end > index and word(tokens[end - 1]) == ";":
            end -= 1
        rest = " ".join(word(token) for token in tokens[index + 1 : end])
        mode = next((mode for mode in EmitMode if mode.value == rest), None)
        if mode is None:
            self.refuse_near_miss(index, rest)
            return index
        self.emit = mode
        self.emit_place = self.sql.place_of(tokens[index], tokens[end - 1])
        return end

    def refuse_near_miss(self, index: int, rest: str) -> None:
        """EMIT in the wrong place, or with a misspelt mode."""
        modes = [mode.value for mode in EmitMode]
        tokens = self.sql.tokens
        misplaced = any(rest.startswith(f"{mode} {after}") for mode in modes for after in _AFTER_MISPLACED_EMIT)
        if misplaced:
            raise self.sql.error(
                SqlSyntaxError,
                "EMIT stands once, at the end of the statement",
                tokens[index],
                "Move it behind the last clause.",
            )
        if rest and len(rest.split()) <= 2 and (near := closest(rest, modes)) and rest != "ON":
            raise self.sql.error(
                SqlSyntaxError,
                f"unknown emission mode {rest}",
                self.sql.place_of(tokens[index + 1], tokens[-1]),
                f"Did you mean EMIT {near[0]}? The modes are {', '.join(modes)}.",
            )


def lift(sql: SqlText, is_ours: Callable[[str], bool]) -> Lifted:
    """Takes the clauses out; ``is_ours`` tells whether a name is in Dovetail's catalog."""
    return _Lifter(sql, is_ours).run()


def _reads_column(tokens: tuple[Token, ...]) -> bool:
    """Whether an expression names a column: a name that is no function, typed literal or interval unit."""
    for index, token in enumerate(tokens):
        following = peek(tokens, index + 1)
        called = following is not None and following.text == "("
        literal = following is not None and following.token_type is TokenType.STRING
        if is_name(token) and not called and not literal and word(token) not in _NOT_COLUMNS:
            previous = peek(tokens, index - 1)
            if previous is None or previous.token_type not in (TokenType.STRING, TokenType.NUMBER, TokenType.COLON):
                return True
    return False


_NOT_COLUMNS = frozenset(
    {"INTERVAL", "CURRENT_TIMESTAMP", "CURRENT_DATE", "LOCALTIMESTAMP", "CAST", "AS", "NULL", "TO", "DATE", "TIMESTAMP"}
)


def _shown(token: Token | None) -> str:
    return "the end of the statement" if token is None else token.text
