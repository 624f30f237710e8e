"""Parallel Monte Carlo tree search: games, engines, and searches by them.

Games, engines and budgets have the names and defaults of the program `banyan`. What it
rejects raises a ValueError with the same sentence.
"""

import pathlib

try:
    import banyan._banyan as _banyan
    from banyan._asking import Tree, search_async, search_with
    from banyan._banyan import Leaf, Position, __version__, engines, games
    from banyan._common import Result, position_of
    from banyan._examine import examine
    from banyan._interfaces import OPEN_SPIEL, Adapted
    from banyan._players import player as _player
    from banyan._sampled import SampledLeaf
    from banyan._watched import Watched
except ModuleNotFoundError as error:  # banyan.report and read() need neither
    if error.name not in ("numpy", "banyan._banyan"):
        raise
    _missing = f"{error}: build it by './run python', or install python3-numpy."

    def __getattr__(name):
        if name in __all__:
            raise ImportError(_missing, name=name)
        raise AttributeError(f"module 'banyan' has no attribute '{name}'")


__all__ = [
    "Adapted",
    "Leaf",
    "OPEN_SPIEL",
    "Position",
    "Result",
    "SampledLeaf",
    "Tree",
    "Watched",
    "advise",
    "check_game",
    "doctor",
    "engines",
    "examine",
    "games",
    "match",
    "of_positions",
    "quality",
    "read",
    "search",
    "search_async",
    "search_with",
]


def search(
    game,
    engine,
    *,
    iterations=None,
    playouts=None,
    time=None,
    moves="",
    seed=1,
    evaluator=None,
):
    """Searches one position and returns a Result.

    game        a spec, like "hex:size=7", a Position, or your own game (below);
                `moves` are played first
    engine      a spec, like "tree:threads=4"
    iterations, playouts, time
                the budget; the engine needs one of them: 20000, "20k", "250ms"
    evaluator   for the engine batched: a function that evaluates leaves. It takes an
                array of features of shape (leaves, planes, rows, columns) and returns
                values, or values and priors. Values: one per leaf, 0 for a loss to 1
                for a win of the player to move. Priors: one row of weights per leaf,
                in which a move's number (Position.move_numbers) is its index.
                For a function of positions see of_positions(). A game of your own has no
                features: its evaluator takes a list of states, and gives as priors a
                list of weights for each, one for every legal move.

    Python's threads run meanwhile. Ctrl-C stops the search.

    Your own game is an object for a state of a game. It never changes and has five
    methods: to_move() returns 0 or 1, legal_moves() a list, play(move) the next state,
    over() whether the game has ended, and result(player) 1 for a win, 0.5 for a draw and
    0 for a loss. Every engine searches it, and an evaluator of yours is given a list of
    its states; so do match(), quality() and advise(). It may have more:

    priors()        a weight above 0 for each legal move, for priors=game
    estimate()      player 0's expected result, 0 to 1, for eval=game
    key()           something that can be hashed, and differs where positions differ, for
                    tt= and cache=
    playout(seed)   player 0's result of a random game from here: much faster with NumPy
                    or Numba than move by move
    alternates      True if the players take strict turns; tt= needs it
    max_moves       the most legal moves of a position, 1024 unless it says, 4096 at
                    most; with 256 or fewer, trees take less memory; with more than 1024
                    it is a game of another kind

    With any of these it is a game of another kind. The engines for such games search it,
    and playout(seed) gives a list of what each player gets:

    players         how many there are, 1 to 6; to_move() is below it
    chance()        where to_move() is -1: pairs of an outcome, for play(), and its
                    probability
    reward(player)  what the last play() earned that player, instead of result()
      largest_return  must be there too: the most that rewards of a game can add up to
      discount        the factor on rewards after each decision, 1 unless it says
      unit            what rewards are, for a reader

    With these, players see only a part of the position, and information-set searches
    play it. Moves and chance's outcomes can be hashed, 64 different ones at most:

    determinize(player, seed)   a state that the player cannot tell from this one, each
                                equally often
    observe(move, player)       what the player sees of the move: the move, None, or
                                something else that can be hashed
    information(player)         what the player knows, as something that can be hashed
    score(player)               instead of result(), whole numbers; then `stakes` are the
                                lowest and the highest
    view(player)                the board as the player sees it
    finish(seed)                the end of a random game from here
    """
    found = Result(
        _banyan.search(
            position_of(game, moves),
            engine,
            iterations=iterations,
            playouts=playouts,
            time=time,
            seed=seed,
            evaluator=evaluator,
        )
    )
    if not isinstance(game, Position):
        found["game"] = game if isinstance(game, str) else type(game).__name__
    return found


def of_positions(function):
    """An evaluator that takes a list of Positions instead of features.

    It returns values like any evaluator, and as priors one list per position: a weight
    for each of its legal_moves.
    """

    def evaluate(positions):
        return function(positions)

    evaluate.of_positions = True
    return evaluate


def match(
    game,
    a,
    b,
    *,
    pairs,
    iterations=None,
    playouts=None,
    time=None,
    c=None,
    d=None,
    evaluator_a=None,
    evaluator_b=None,
    evaluator_c=None,
    evaluator_d=None,
    records=False,
    **options,
):
    """Lets engines play pairs of games, or deals: the Result of `banyan match --json`.

    In place of an engine's spec, `a` to `d` may be a search of yours: a function
    search(state, *, iterations, seed) that returns a legal move. It is given what it takes by
    name of the budget (iterations, playouts, or time in seconds) and seed. The state is that of
    your own game, or a Position. Such games are played one at a time unless `concurrency` says.
    `c` and `d` are engines for games of three seats or four.
    `game` is a spec, a Position to start from, or your own game (see search()).
    `records` adds a list of the games, like lines of games.jsonl. Further options of the
    program: seed, openings, clock, adjudicate, sprt, equivalent, concurrency.
    """
    _check(options, "seed openings clock adjudicate sprt equivalent concurrency")
    given = {
        "game": game,
        "pairs": pairs,
        "iterations": iterations,
        "playouts": playouts,
        "time": time,
        **options,
    }
    evaluators = [evaluator_a, evaluator_b, evaluator_c, evaluator_d]
    engines = [engine for engine in (a, b, c, d) if engine is not None]
    if d is not None and c is None:
        raise ValueError("match: d is given without c.")
    engines = _players(engines, given)
    if any(not isinstance(engine, str) for engine in engines):
        given.setdefault("concurrency", 1)
        if "clock" in options:
            raise ValueError("clock= is for engines, and a search of yours is given time=.")
    return Result(_banyan.match(engines, evaluators[: len(engines)], given, records))


def quality(game, engines, **options):
    """How much value engines lose on solved or labelled positions.

    Returns the Result of `banyan quality --json`, whose field rows has one row per engine;
    engines are a list of specs, and of searches of yours (see match()). Further options of the
    program: iterations, playouts, time, positions, plies, file, trust, labels, speedup, seed.
    """
    _check(options, "iterations playouts time positions plies file trust labels speedup seed")
    for flag in {"speedup", "trust"} & options.keys():
        options[flag] = bool(options[flag])
    engines = [engines] if isinstance(engines, str) else list(engines)
    return Result(_banyan.quality(_players(engines, options), {"game": game, **options}))


def advise(game, *, time="100ms", threads=0, minutes=5.0, seed=1, evaluator=None, device=None):
    """Which engine to use on this machine: the Result of `banyan advise --json`.

    `game` is a spec, or your own game (see search()). With an evaluator (see search()) the
    question is how many leaves it should get per call, by how many threads and with which
    virtual loss. With a device, such as "800us+2us", it is the same of a simulated one.
    """
    return Result(_banyan.advise(game, time, threads, minutes, seed, evaluator, device or ""))


def check_game(game, *, games=100, seed=1):
    """Whether a game keeps its promises: the Result of `banyan check-game --json`.

    Plays random games and looks at every position. `defects` are sentences of what is wrong,
    and `lacks` of what searches will lack. States of your own game (see search()) are
    compared, so their class needs __eq__, as a dataclass has it.
    """
    return Result(_banyan.check_game(game, games, seed))


def doctor(log, *, rule="", claims=None):
    """What is wrong with the search that wrote this log: the Result of `banyan doctor --json`.

    log     the log of a Watched game: its path, or an open file
    rule    the rule that the search should follow, as in "puct:c=1.5"
    claims  what the search reported, as a dictionary like the Result of search()
    """
    text = log.read() if hasattr(log, "read") else pathlib.Path(log).read_text()
    return Result(_banyan.examine_log(text, rule, claims))


def read(path):
    """A data frame of pandas with the results in `path`.

    A folder of results gives its rows, one per number: experiment, kind, game, position, engine,
    threads, workers, opponent, factor, budget, repetition, metric, value, low95, high95, n, unit,
    text (docs/results-format.md), and the commit, compiler and machine that made them. A file of
    JSON objects, one per line, like games.jsonl, gives one row per object.
    """
    path = pathlib.Path(path)
    if path.is_file():
        import pandas

        try:
            return pandas.read_json(path, lines=True)
        except ValueError:
            raise ValueError(f"{path} is no file of JSON objects, one per line.") from None
    from banyan.report.read import frame

    return frame(path)


def _players(engines, budget):
    names = [name for name in ("iterations", "playouts", "time") if budget.get(name) is not None]
    return [_player(engine, names) for engine in engines]


def _check(options, allowed):
    for name in options:
        if name not in allowed.split():
            raise TypeError(f"unknown option '{name}': give {', '.join(allowed.split())}.")
