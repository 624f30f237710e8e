// Draws random openings and keeps the balanced ones.
#include "bench/match/openings.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "bench/registry/engines.hpp"

namespace banyan::bench {
namespace {

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

/// Draws by the rule, and judges by its filter.
class AnyOpeningGame final : public OpeningGame {
 public:
  AnyOpeningGame(GameChoice game, OpeningRule rule, std::uint64_t seed)
      : game_(std::move(game)), rule_(std::move(rule)), seed_(seed) {}

  Moves draw(Random& random) override {
    const auto position = game_.start->clone();
    Moves moves;
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
    return position->over() ? Moves() : moves;
  }

  std::string position(const Moves& moves) override { return after(moves)->board(); }

  double imbalance(const Moves& moves, const std::stop_token& stop) override {
    if (rule_.filter == OpeningFilter::kNone) return 0;
    std::unique_ptr<AnyEngine> judge = take_judge();
    const Limits limits{.iterations = rule_.iterations};
    const double value = judge->search(*after(moves), limits, judging_key(seed_), stop).value;
    const std::lock_guard lock(mutex_);
    idle_judges_.push_back(std::move(judge));
    return std::abs(value - 0.5);
  }

  void accept(const DrawnOpening& best) const override {
    if (best.moves.empty()) {
      throw UsageError(fmt::format("--openings {}: the game is over by then: give fewer plies.",
                                   to_text(rule_)));
    }
    if (rule_.filter == OpeningFilter::kSolver && !best.balanced) {
      throw UsageError(
          fmt::format("--openings {}: perfect play draws none of {} openings: give filter=search.",
                      to_text(rule_), Openings::kTries));
    }
  }

 private:
  [[nodiscard]] std::unique_ptr<AnyGame> after(const Moves& moves) const {
    return opened(*game_.start, {}, moves);
  }

  std::unique_ptr<AnyEngine> take_judge() {
    const std::lock_guard lock(mutex_);
    if (idle_judges_.empty()) {
      const bool solves = rule_.filter == OpeningFilter::kSolver;
      return game_.start->make_engine(parse_engine(solves ? "solver" : "seq:memory=64M"));
    }
    auto judge = std::move(idle_judges_.back());
    idle_judges_.pop_back();
    return judge;
  }

  GameChoice game_;
  OpeningRule rule_;
  std::uint64_t seed_;
  std::mutex mutex_;  // guards the next member
  std::vector<std::unique_ptr<AnyEngine>> idle_judges_;
};

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

Openings::Openings(const GameChoice& game, const OpeningRule& rule, std::uint64_t seed)
    : rule_(rule),
      seed_(seed),
      drawn_(std::make_unique<AnyOpeningGame>(game, rule, seed),
             rule.filter == OpeningFilter::kSolver ? 0 : rule.within, seed) {}

std::optional<Opening> Openings::draw(std::uint64_t pair, const std::stop_token& stop) {
  if (rule_.file) return rule_.file->of_pair(pair, seed_);
  if (rule_.plies == 0) return Opening{};
  const auto drawn = drawn_.draw(pair, stop);
  if (!drawn) return std::nullopt;
  return Opening{.moves = drawn->moves, .tries = drawn->tries, .balanced = drawn->balanced};
}

void Openings::know(std::uint64_t pair, const Opening& opening) {
  drawn_.know(pair, {opening.moves, opening.tries, opening.balanced});
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
