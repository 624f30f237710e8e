// Implements the commands.
#include "bench/uci/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "bench/machine/version.hpp"
#include "bench/notation/dialect.hpp"
#include "bench/servers/allowed_moves.hpp"
#include "bench/servers/search_thread.hpp"
#include "bench/servers/thinking.hpp"
#include "bench/text/escape.hpp"
#include "bench/uci/info.hpp"
#include "bench/uci/position.hpp"
#include "bench/uci/protocol.hpp"

namespace banyan::bench::uci {

/// The game of one controller, and a function for each command.
class Server::Commands {
 public:
  Commands(const ServerOptions& options, std::function<void(const std::string&)> write)
      : settings_(options),
        write_(std::move(write)),
        dialect_(dialect_of(*options.game.start)),
        position_(options.game.start),
        engine_(position_->make_engine(settings_.options.engine)) {}
  Commands(const Commands&) = delete;
  Commands& operator=(const Commands&) = delete;
  ~Commands() { search_.end(); }

  bool obey(std::string_view line, const std::stop_token& stop) {
    arrived_ = Clock::now();
    stop_ = stop;
    const Words words = parse_line(line);
    if (words.empty()) return true;
    const std::string& name = words[0];
    try {
      if (name == "uci") introduce();
      if (name == "isready") say("readyok");
      if (name == "ucinewgame") begin_game();
      if (name == "setoption") set_option(words);
      if (name == "position") set_position(words);
      if (name == "go") go(words);
      if (name == "ponderhit") hit();
      if (name == "stop" || name == "quit") stop_search();
    } catch (const std::exception& error) {
      note(error.what());
    }
    return name != "quit";
  }

 private:
  /// Of the search that is under way, or that was.
  struct Task {
    Go go;
    Limits limits;  ///< of a search that does not ponder
    std::shared_ptr<const AnyGame> position;
    std::vector<std::uint32_t> moves;  ///< empty: all
    StreamKey key;
    std::size_t multi_pv = 1;
  };

  // ---- answers ----------------------------------------------------------------------------------

  void say(const std::string& line) {
    const std::lock_guard lock(writing_);
    write_(line + '\n');
  }
  void note(std::string_view sentence) { say("info string " + printable(sentence)); }

  /// UCI's name for the game, or else ours.
  [[nodiscard]] std::string variant() const {
    return dialect_.variant.empty() ? dialect_.game.name : std::string(dialect_.variant);
  }

  void introduce() {
    say(fmt::format("id name Banyan {} ({})", build::kVersion, build::kCommit));
    say("id author the Banyan developers");
    for (const std::string& line : option_lines(settings_.options, variant())) say(line);
    say("uciok");
  }

  // ---- the position -----------------------------------------------------------------------------

  void begin_game() {
    settle();
    ++games_;
    position_ = settings_.game.start;
  }

  void set_option(const Words& words) {
    settle();
    Options options = with_option(settings_.options, parse_option(words), variant());
    if (options.engine.canonical != settings_.options.engine.canonical) {
      engine_ = settings_.game.start->make_engine(options.engine);
    }
    settings_.options = std::move(options);
  }

  void set_position(const Words& words) {
    settle();
    position_ = read_position(*settings_.game.start, dialect_, words);
  }

  // ---- thinking ---------------------------------------------------------------------------------

  /// Before commands that change what is searched: waits for a search that ends by itself, and
  /// stops any other.
  void settle() {
    if (ends_) {
      const std::stop_callback interrupted(stop_, [this] { search_.stop(); });
      search_.wait();
    }
    search_.end();
    timer_ = {};
  }

  void stop_search() {
    search_.end();
    timer_ = {};
  }

  void go(const Words& words) {
    settle();
    try {
      const auto task = std::make_shared<const Task>(task_of(parse_go(words)));
      if (task->position->over()) throw UsageError("the game is over: there is no move.");
      const auto only = only_move(settings_.options.engine, *task->position);
      if (only && !task->go.infinite && !task->go.ponder) {
        say("bestmove " + task->position->to_text(*only));
        return;
      }
      ponders_ = task->go.ponder && !task->go.infinite;
      ends_ = !task->go.infinite && !task->go.ponder;
      may_answer_ = ends_;
      after_hit_ = task->limits.time;
      search_.begin([this, task](const std::stop_token& stop) { answer(*task, stop); });
    } catch (const std::exception& error) {
      note(error.what());
      say(kNoMove);
    }
  }

  Task task_of(Go go) {
    for (const std::string& sentence : go.refused) note(sentence);
    Task task{std::move(go), {}, position_, {}, {}, settings_.options.multi_pv};
    const AnyGame& position = *task.position;
    if (position.over()) return task;
    for (const std::string& word : task.go.moves) {
      const auto move = read_move(position, word);
      if (!move) note(fmt::format("go searchmoves: {} is not legal.", in_quotes(word)));
      if (move && std::find(task.moves.begin(), task.moves.end(), *move) == task.moves.end()) {
        task.moves.push_back(*move);
      }
    }
    task.key = {settings_.seed, games_, position.moves().size(), 0};
    task.limits = limits_of(task.go);
    return task;
  }

  /// What the command allows within the budget. While the engine ponders, its clock does not run.
  [[nodiscard]] Limits limits_of(const Go& go) const {
    Limits limits = settings_.options.engine.limits.value_or(settings_.limits);
    if (go.nodes > 0 && (limits.iterations == 0 || go.nodes < limits.iterations)) {
      limits.iterations = go.nodes;
    }
    const auto within = [&](const std::optional<GameClock>& clock) {
      const auto begin = go.ponder ? std::nullopt : std::optional(arrived_);
      return limits_of_move(limits, clock, settings_.options.lag, *position_, begin);
    };
    if (go.movetime) limits = within(GameClock(TimeControl{{}, {}, *go.movetime, 1}));
    return within(go.clock(static_cast<std::size_t>(position_->to_move())));
  }

  /// The work of the search's thread, which ends with the move.
  void answer(const Task& task, const std::stop_token& stop) {
    std::optional<SearchedMoves> found;
    try {
      found = task.go.infinite ? analyse(task, stop) : search_once(task, stop);
    } catch (const std::exception& error) {
      note(error.what());
    }
    {
      std::unique_lock lock(answering_);
      answerable_.wait(lock, stop, [this] { return may_answer_; });
    }
    say(found ? best_move_line(*task.position, found->result) : kNoMove);
  }

  SearchedMoves search(const Task& task, const Limits& limits, const std::stop_token& stop) {
    return search_moves(*engine_, *task.position, task.moves, limits, task.key, task.multi_pv,
                        stop);
  }

  void report(const Task& task, const SearchedMoves& found, const Work& work) {
    for (const std::string& line : info_lines(*task.position, found, work, task.multi_pv)) {
      say(line);
    }
  }

  SearchedMoves search_once(const Task& task, const std::stop_token& stop) {
    const Clock::time_point begin = Clock::now();
    Limits limits = task.limits;
    if (task.go.ponder) limits.time = {};
    SearchedMoves found = search(task, limits, stop);
    report(task, found, {found.result.iterations, Clock::now() - begin});
    return found;
  }

  SearchedMoves analyse(const Task& task, const std::stop_token& stop) {
    constexpr Clock::duration kFirst = std::chrono::milliseconds(250);
    const Clock::time_point begin = Clock::now();
    std::optional<SearchedMoves> best;
    Work work;
    search_in_rounds(kFirst, stop, [&](Clock::duration time) {
      SearchedMoves found = search(task, {.time = time}, stop);
      work.nodes += found.result.iterations;
      work.time = Clock::now() - begin;
      const bool proven = found.result.proven.has_value();
      // A round that was stopped early may know less than the one before.
      if (!best || proven || found.result.root_visits() >= best->result.root_visits()) {
        best = std::move(found);
      }
      report(task, *best, work);
      return proven;
    });
    return *std::move(best);
  }

  /// The opponent made the expected move: from now on the clock runs.
  void hit() {
    if (!std::exchange(ponders_, false)) return;
    {
      const std::lock_guard lock(answering_);
      may_answer_ = true;
    }
    answerable_.notify_all();
    ends_ = true;
    if (after_hit_.count() == 0) return;  // it ends by its number of nodes
    timer_ = std::jthread(
        [search = search_.stop_source(), time = after_hit_](const std::stop_token& ended) mutable {
          std::mutex mutex;
          std::unique_lock lock(mutex);
          std::condition_variable_any().wait_for(lock, ended, time, [] { return false; });
          if (!ended.stop_requested()) search.request_stop();
        });
  }

  static constexpr const char* kNoMove = "bestmove (none)";

  ServerOptions settings_;
  std::function<void(const std::string&)> write_;
  const Dialect dialect_;
  std::shared_ptr<const AnyGame> position_;
  std::unique_ptr<AnyEngine> engine_;
  std::uint64_t games_ = 0;  ///< games begun before this one
  Clock::time_point arrived_;
  std::stop_token stop_;  ///< of the current line
  bool ends_ = true;      ///< the search ends by itself
  bool ponders_ = false;
  Clock::duration after_hit_{};
  std::mutex writing_;
  std::mutex answering_;
  std::condition_variable_any answerable_;
  bool may_answer_ = true;  ///< guarded by answering_; else it waits for stop or ponderhit
  SearchThread search_;
  std::jthread timer_;  ///< stops the search some time after ponderhit
};

Server::Server(const ServerOptions& options, std::function<void(const std::string&)> write)
    : commands_(std::make_unique<Commands>(options, std::move(write))) {}

Server::~Server() = default;

bool Server::obey(std::string_view line, const std::stop_token& stop) {
  return commands_->obey(line, stop);
}

}  // namespace banyan::bench::uci
