// Draws random openings and keeps the balanced ones.
#include "bench/match/openings.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "bench/registry/engines.hpp"

namespace banyan::bench {
namespace {

// Keys of the streams that draw openings; no worker of a search has so high a number.
constexpr std::uint64_t kOpeningStream = std::uint64_t{1} << 63U;

const OpeningRule kDefaults;

constexpr std::array<std::string_view, 3> kFilterNames{"none", "search", "solver"};

std::string name_of(OpeningFilter filter) {
  return std::string(kFilterNames.at(static_cast<std::size_t>(filter)));
}

std::vector<SpecInfo> opening_infos(int default_plies) {
  return {{"none", "every game starts at the first position", {}},
          {"random",
           "uniformly random moves",
           {{"plies", std::to_string(default_plies), "1 to 100", "moves in an opening"},
            {"filter", name_of(kDefaults.filter), "none, search or solver",
             "what it must pass to be kept"},
            {"iterations", std::to_string(kDefaults.iterations), "1 to 100000000",
             "of the search that judges it"},
            {"within", fmt::format("{}", kDefaults.within), "0.01 to 0.5",
             "how far from 1/2 that search may value it"}}},
          {"file",
           "openings of a file",
           {{"path", "", "a file", "games in SGF, or for each opening a line of moves or a board"},
            {"order", "file", "file or random", "as they stand there, or shuffled by the seed"},
            {"plies", "0", "0 to 1000", "moves of each at most; 0: all"}}}};
}

bool is_path(std::string_view text) {
  return text.substr(0, text.find(':')).find_first_of("./") != std::string_view::npos;
}

}  // namespace

OpeningRule parse_openings(std::string_view text, int default_plies) {
  OpeningRule rule;
  if (is_path(text)) {
    rule.file = OpeningFile{.path = std::string(text)};
    return rule;
  }
  const Spec spec = parse_spec(text, "opening");
  const Settings settings(spec, find_info(opening_infos(default_plies), spec.name, "opening"));
  if (spec.name == "none") return {};
  if (spec.name == "file") {
    if (!settings.has_value("path")) {
      throw UsageError("--openings file: no path: give file:path=FILE.");
    }
    rule.file = OpeningFile{.path = settings.text("path"),
                            .plies = static_cast<int>(settings.integer("plies", 0, 1000)),
                            .shuffled = settings.word("order", {"file", "random"}) == 1};
    return rule;
  }
  rule.plies = static_cast<int>(settings.integer("plies", 1, 100));
  rule.filter = static_cast<OpeningFilter>(settings.word("filter", kFilterNames));
  rule.iterations = settings.count("iterations", 1, 100'000'000);
  rule.within = settings.real("within", 0.01, 0.5);
  return rule;
}

std::string to_text(const OpeningRule& rule) {
  if (rule.file) {
    Spec spec{"file", {{"path", rule.file->path}}};
    if (rule.file->shuffled) spec.keys.emplace_back("order", "random");
    if (rule.file->plies > 0) spec.keys.emplace_back("plies", std::to_string(rule.file->plies));
    return to_text(spec);
  }
  if (rule.plies == 0) return "none";
  std::string text = fmt::format("random:plies={}", rule.plies);
  if (rule.filter != kDefaults.filter) text += ",filter=" + name_of(rule.filter);
  if (rule.filter == OpeningFilter::kSearch) {
    if (rule.iterations != kDefaults.iterations) {
      text += fmt::format(",iterations={}", rule.iterations);
    }
    if (rule.within != kDefaults.within) text += fmt::format(",within={}", rule.within);
  }
  return text;
}

std::string settings_text(const OpeningRule& rule) {
  const std::string text = to_text(rule);
  return rule.file ? fmt::format("{} of content {:016x}", text, rule.file->hash) : text;
}

std::string filter_text(const OpeningRule& rule) {
  if (rule.file) {
    return fmt::format("the {} of {}, {}", rule.file->openings->size(), rule.file->path,
                       rule.file->shuffled ? "in an order drawn by the seed" : "in its order");
  }
  if (rule.plies == 0) return "every game from the first position";
  switch (rule.filter) {
    case OpeningFilter::kNone:
      return "any that leaves a game to play";
    case OpeningFilter::kSolver:
      return "drawn by perfect play (solver)";
    case OpeningFilter::kSearch:
      break;
  }
  return fmt::format("valued {:g} to {:g} by a search of {} iterations", 0.5 - rule.within,
                     0.5 + rule.within, rule.iterations);
}

Openings::Openings(const GameChoice& game, OpeningRule rule, std::uint64_t seed)
    : game_(game), rule_(rule), seed_(seed) {}

std::optional<Opening> Openings::draw(std::uint64_t pair, const std::stop_token& stop) {
  if (rule_.file) return rule_.file->of_pair(pair, seed_);
  if (rule_.plies == 0) return Opening{};
  std::unique_lock lock(mutex_);
  for (;;) {
    if (const auto known = known_.find(pair); known != known_.end()) return known->second;
    if (stop.stop_requested()) {
      drawn_.clear();  // possibly judged too soon
      return std::nullopt;
    }
    settle(stop);
    if (known_.contains(pair)) continue;
    // Threads draw for different pairs in parallel, up to the pair that they want.
    std::uint64_t next = settled_;
    while (next <= pair && (known_.contains(next) || drawn_.contains(next))) ++next;
    if (next > pair) next = settled_;  // which another thread draws now
    auto& drawn = drawn_[next];
    if (!drawn.valid()) {
      const auto draw_next = [=, this] { return draw_but(next, {}, stop); };
      drawn = std::async(std::launch::deferred, draw_next).share();
    }
    const auto waited_for = drawn;
    lock.unlock();
    waited_for.wait();
    lock.lock();
  }
}

/// Gives the pairs after the settled ones the openings drawn for them, or others if an earlier pair
/// has the same.
void Openings::settle(const std::stop_token& stop) {
  const auto board_of = [&](const Opening& opening) {
    return opened(*game_.start, opening)->board();
  };
  for (;; ++settled_) {
    auto known = known_.find(settled_);
    if (known == known_.end()) {
      const auto drawn = drawn_.find(settled_);
      if (drawn == drawn_.end()) return;
      constexpr std::chrono::seconds kNow{0};
      if (drawn->second.wait_for(kNow) != std::future_status::ready) return;
      Opening opening = drawn->second.get();
      if (taken_.contains(board_of(opening))) {
        const Opening other = draw_but(settled_, taken_, stop);
        if (other.balanced) opening = other;
      }
      if (stop.stop_requested()) return;
      drawn_.erase(drawn);
      known = known_.emplace(settled_, std::move(opening)).first;
    }
    taken_.insert(board_of(known->second));
  }
}

void Openings::know(std::uint64_t pair, Opening opening) {
  const std::lock_guard lock(mutex_);
  known_.emplace(pair, std::move(opening));
}

/// How far from even a search, or the solver, values the position; it does not depend on who asks.
double Openings::imbalance(const AnyGame& position, const std::string& board,
                           const std::stop_token& stop) {
  if (rule_.filter == OpeningFilter::kNone) return 0;
  std::unique_ptr<AnyEngine> judge;
  {
    const std::lock_guard lock(judges_mutex_);
    const auto known = imbalances_.find(board);
    if (known != imbalances_.end()) return known->second;
    if (!idle_judges_.empty()) {
      judge = std::move(idle_judges_.back());
      idle_judges_.pop_back();
    }
  }
  if (!judge) {
    const bool solves = rule_.filter == OpeningFilter::kSolver;
    judge = game_.start->make_engine(parse_engine(solves ? "solver" : "seq:memory=64M"));
  }
  const StreamKey key{seed_, 0, 0, kOpeningStream + 1};
  const Limits limits{.iterations = rule_.iterations};
  const double found = std::abs(judge->search(position, limits, key, stop).value - 0.5);
  const std::lock_guard lock(judges_mutex_);
  idle_judges_.push_back(std::move(judge));
  if (!stop.stop_requested()) imbalances_.emplace(board, found);
  return found;
}

/// The first draw for the pair that is not taken and passes the filter, otherwise the most even
/// one. If there are none at all, which then holds for every pair, throws UsageError.
Opening Openings::draw_but(std::uint64_t pair, const Boards& taken, const std::stop_token& stop) {
  Random random({seed_, pair, 0, kOpeningStream});
  const double even = rule_.filter == OpeningFilter::kSolver ? 0 : rule_.within;
  Opening best{{}, 0, false};
  double best_imbalance = std::numeric_limits<double>::infinity();
  for (int tries = 0; tries < kTries && !best.balanced; ++tries) {
    const auto position = game_.start->clone();
    std::vector<std::uint32_t> moves;
    for (int plies = 0; plies < rule_.plies && !position->over();) {
      if (position->to_move() == kChance) {
        moves.push_back(position->draw(random));
      } else {
        const auto legal = position->legal_moves();
        moves.push_back(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
        ++plies;
      }
      position->play(moves.back());
    }
    best.tries = tries + 1;
    if (position->over()) continue;
    const std::string board = position->board();
    if (taken.contains(board)) continue;
    const double found = imbalance(*position, board, stop);
    if (stop.stop_requested()) return best;
    if (found < best_imbalance) {
      best_imbalance = found;
      best.moves = std::move(moves);
      best.balanced = found <= even;
    }
  }
  if (!taken.empty()) return best;
  if (best.moves.empty()) {
    throw UsageError(
        fmt::format("--openings {}: the game is over by then: give fewer plies.", to_text(rule_)));
  }
  if (rule_.filter == OpeningFilter::kSolver && !best.balanced) {
    throw UsageError(
        fmt::format("--openings {}: perfect play draws none of {} openings: give filter=search.",
                    to_text(rule_), kTries));
  }
  return best;
}

Json opening_json(const AnyGame& start, std::uint64_t pair, const Opening& opening) {
  return {{"pair", pair},
          {"moves", move_texts(start, opening.moves)},
          {"tries", opening.tries},
          {"balanced", opening.balanced}};
}

std::pair<std::uint64_t, Opening> read_opening(const AnyGame& start, const Json& json) {
  const std::uint64_t tries = count_of(json.at("tries"));
  if (tries > Openings::kTries) throw UsageError("it has more draws than an opening gets.");
  Opening opening{
      .moves = {}, .tries = static_cast<int>(tries), .balanced = json.at("balanced").get<bool>()};
  const auto position = start.clone();
  for (const Json& text : json.at("moves")) {
    opening.moves.push_back(parse_move(*position, text.get<std::string>()));
    position->play(opening.moves.back());
  }
  if (position->over()) throw UsageError("its moves end the game.");
  return {count_of(json.at("pair")), opening};
}

}  // namespace banyan::bench
