from pathlib import Path
from typing import Any, Awaitable, Callable, Hashable, Protocol, Sequence, TextIO

import numpy
import numpy.typing
import pandas  # type: ignore[import]

__version__: str

class Position:
    def __init__(self, game: str, moves: str = ..., *, board: str = ...) -> None: ...
    def play(self, moves: str) -> Position: ...
    def result(self, player: int) -> float: ...
    def features(self) -> numpy.typing.NDArray[numpy.float32]: ...
    def move_numbers(self) -> numpy.typing.NDArray[numpy.uint32]: ...
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def game(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def to_move(self) -> int: ...
    @property
    def over(self) -> bool: ...
    @property
    def state(self) -> Any: ...

class Result(dict[str, Any]):
    def __getattr__(self, name: str) -> Any: ...
    @property
    def children(self) -> numpy.typing.NDArray[numpy.void]: ...

class Rules(Protocol):
    def to_move(self) -> int: ...
    def legal_moves(self) -> Sequence[Any]: ...
    def play(self, move: Any, /) -> Rules: ...
    def over(self) -> bool: ...

class ResultState(Rules, Protocol):
    def result(self, player: int, /) -> float: ...

class RewardState(Rules, Protocol):
    largest_return: float
    def reward(self, player: int, /) -> float: ...

State = ResultState | RewardState

OPEN_SPIEL: dict[str, Any]

class Adapted:
    state: Any
    def __init__(self, state: Any, interface: dict[str, Any] = ...) -> None: ...
    @property
    def interface(self) -> dict[str, Any]: ...
    def copied(self) -> Any: ...
    def to_move(self) -> int: ...
    def legal_moves(self) -> list[Any]: ...
    def play(self, move: Any, /) -> Adapted: ...
    def over(self) -> bool: ...
    def result(self, player: int, /) -> float: ...

class Watched:
    def __init__(
        self,
        state: Any,
        file: TextIO,
        *,
        game: str = ...,
        iterations: int | None = ...,
        players: int = ...,
        interface: dict[str, Any] | None = ...,
    ) -> None: ...
    def tell_priors(self, priors: Sequence[float]) -> None: ...
    def tell_values(self, values: Sequence[float]) -> None: ...
    def to_move(self) -> int: ...
    def legal_moves(self) -> Sequence[Any]: ...
    def play(self, move: Any, /) -> Any: ...
    def over(self) -> bool: ...
    def result(self, player: int, /) -> float: ...

Budget = int | str | None
Evaluator = Callable[[Any], Any]
Search = Callable[..., Any]

def games() -> list[dict[str, Any]]: ...
def engines() -> list[dict[str, Any]]: ...
def search(
    game: str | Position | State,
    engine: str,
    *,
    iterations: Budget = ...,
    playouts: Budget = ...,
    time: str | None = ...,
    moves: str = ...,
    seed: int | str = ...,
    evaluator: Evaluator | None = ...,
) -> Result: ...
def of_positions(function: Callable[[list[Position]], Any]) -> Evaluator: ...
def match(
    game: str | Position | State,
    a: str | Search,
    b: str | Search,
    *,
    pairs: int | str,
    iterations: Budget = ...,
    playouts: Budget = ...,
    time: str | None = ...,
    c: str | Search | None = ...,
    d: str | Search | None = ...,
    evaluator_a: Evaluator | None = ...,
    evaluator_b: Evaluator | None = ...,
    evaluator_c: Evaluator | None = ...,
    evaluator_d: Evaluator | None = ...,
    records: bool = ...,
    seed: int | str = ...,
    openings: str = ...,
    clock: str = ...,
    adjudicate: str = ...,
    sprt: str = ...,
    equivalent: float | str = ...,
    concurrency: int | str = ...,
) -> Result: ...
def quality(
    game: str | Position | State,
    engines: str | Sequence[str | Search],
    *,
    iterations: Budget = ...,
    playouts: Budget = ...,
    time: str | None = ...,
    positions: int | str = ...,
    plies: str = ...,
    file: str = ...,
    trust: bool = ...,
    labels: str = ...,
    speedup: bool = ...,
    seed: int | str = ...,
) -> Result: ...
def advise(
    game: str | Position | State,
    *,
    time: str = ...,
    threads: int = ...,
    minutes: float = ...,
    seed: int | str = ...,
    evaluator: Evaluator | None = ...,
    device: str | None = ...,
) -> Result: ...
def check_game(
    game: str | Position | State, *, games: int = ..., seed: int | str = ...
) -> Result: ...
def doctor(
    log: str | Path | TextIO, *, rule: str = ..., claims: dict[str, Any] | None = ...
) -> Result: ...
def examine(
    search: Search,
    game: str | Position | State,
    *,
    iterations: int,
    threads: int | Sequence[int] = ...,
    time: str | None = ...,
    pairs: int = ...,
    against: Sequence[str] = ...,
    positions: int = ...,
    plies: str | None = ...,
    labels: str | None = ...,
    openings: str | None = ...,
    seed: int = ...,
) -> Result: ...
def read(path: str | Path) -> pandas.DataFrame: ...

class Leaf:
    @property
    def id(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def legal_moves(self) -> list[str]: ...
    @property
    def wants_priors(self) -> bool: ...
    @property
    def state(self) -> Any: ...

class SampledLeaf:
    @property
    def id(self) -> int: ...
    @property
    def depth(self) -> int: ...
    @property
    def moves(self) -> list[Any]: ...
    @property
    def samples(self) -> list[Any]: ...
    @property
    def state(self) -> Any: ...

class Tree:
    def __init__(
        self,
        game: str | Position | State,
        rule: str = ...,
        *,
        moves: str = ...,
        seed: int | str = ...,
        journal: str | Path | None = ...,
    ) -> None: ...
    @classmethod
    def sampled(
        cls,
        state: Hashable,
        rule: str = ...,
        *,
        seed: int = ...,
        journal: str | Path | None = ...,
    ) -> Tree: ...
    @classmethod
    def load(cls, journal: str | Path, game: str | Position | State | None = ...) -> Tree: ...
    def ask(self, n: int = ...) -> list[Any]: ...
    def tell(
        self,
        leaf: Leaf | SampledLeaf | int,
        value: float | Sequence[float] | None,
        priors: Sequence[float] | numpy.typing.NDArray[Any] | None = ...,
        moves: Sequence[Hashable] | None = ...,
        over: bool | Sequence[bool] = ...,
    ) -> bool: ...
    def fail(self, leaf: Leaf | SampledLeaf | int) -> bool: ...
    def advance(self, moves: str | Sequence[Hashable]) -> None: ...
    def best(self, k: int = ..., *, over: bool = ...) -> list[dict[str, Any]]: ...
    def result(self) -> Result: ...
    def close(self) -> None: ...
    @property
    def status(self) -> str: ...
    @property
    def visits(self) -> int: ...
    @property
    def waiting(self) -> list[Any]: ...
    @property
    def state(self) -> Any: ...

async def search_async(
    game: str | Position | State | None,
    evaluate: Callable[[Any], Awaitable[Any]],
    *,
    iterations: int,
    rule: str = ...,
    concurrency: int = ...,
    timeout: float | None = ...,
    retries: int = ...,
    seed: int | str = ...,
    tree: Tree | None = ...,
) -> Result: ...
def search_with(
    executor: Any,
    game: str | Position | State | None,
    evaluate: Callable[[Any], Any],
    *,
    iterations: int,
    rule: str = ...,
    concurrency: int = ...,
    retries: int = ...,
    seed: int | str = ...,
    tree: Tree | None = ...,
) -> Result: ...
