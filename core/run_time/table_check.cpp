// Checks a game's table by random games.
#include "core/run_time/table_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "core/run_time/hidden_check.hpp"
#include "core/run_time/run_time_game.hpp"

namespace banyan {
namespace {

/// The largest difference of two means that chance explains, in standard errors: 1e-6 of both
/// tails.
constexpr double kFair = 4.9;
constexpr std::uint32_t kPlayouts = 4000;  // of each kind, where they are compared
constexpr int kPositionsPlayedOut = 3;

class Checker {
 public:
  Checker(const GameTable& table, const void* start, std::uint64_t seed)
      : table_(table), start_(table, start), random_({.seed = seed}) {}

  TableCheck check(int games) {
    check_.games = games;
    for (int game = 0; game < games; ++game) play();
    check_.mean_length = static_cast<double>(moves_played_) / std::max(1, games);
    check_.mean_moves = static_cast<double>(moves_seen_) /
                        static_cast<double>(std::max<std::uint64_t>(1, positions_));
    // Where the rules are wrong already, or a game does not end, playouts may not end either.
    if (check_.ended && check_.defects.empty()) {
      to_play_out_.push_back(start_);
      for (const PositionBytes& position : to_play_out_) {
        if (!table_.is_general()) {
          compare_playouts(position);
        } else if (table_.hidden != nullptr) {
          compare_ends(position);
        } else if (!table_.playout_policy) {
          compare_returns(position);
        }
      }
    }
    find_lacks();
    return std::move(check_);
  }

 private:
  using Move = GameTable::Move;
  using Moves = std::vector<Move>;

  void say(const std::string& what, const PositionBytes& position) {
    if (!said_.insert(what.substr(0, what.find(':'))).second) return;
    check_.defects.push_back(what + ", in the position\n" + table_.board(position.get()));
  }

  [[nodiscard]] Moves legal_moves(const PositionBytes& position) const {
    Moves moves(table_.max_moves);
    moves.resize(table_.legal_moves(position.get(), moves.data()));
    return moves;
  }

  void play() {
    PositionBytes position = start_;
    std::vector<double> returns(GameTable::kMaxPlayers);
    int plies = 0;
    const bool plays_out = static_cast<int>(to_play_out_.size()) < kPositionsPlayedOut;
    for (; !table_.over(position.get()); ++plies) {
      if (plies == kLongestChecked) {
        check_.ended = false;
        break;
      }
      const Moves legal = legal_moves(position);
      if (!look_at(position, legal)) return;
      if (plays_out && plies == 4) to_play_out_.push_back(position);
      position = after(position, some_move(position, legal));
      look_at_rewards(position, returns);
    }
    if (table_.over(position.get())) look_at_end(position);
    moves_played_ += static_cast<std::uint64_t>(plies);
    check_.longest = std::max(check_.longest, plies);
  }

  /// Whether the game can go on here.
  bool look_at(const PositionBytes& position, const Moves& legal) {
    ++positions_;
    moves_seen_ += legal.size();
    const void* const p = position.get();
    if (legal.empty()) {
      say("it is not over, and there is no legal move", position);
      return false;
    }
    look_at_mover(position, legal);
    std::set<std::string> texts;
    for (const Move move : legal) {
      if (move >= table_.max_moves) say("a legal move is not below max_moves", position);
      const std::string text = table_.to_text(p, move);
      if (!texts.insert(text).second) say("two legal moves have one text: " + text, position);
      const auto read = table_.parse(p, text);
      if (read != move) say("a move's text is not read as that move: " + text, position);
    }
    if (std::set<Move>(legal.begin(), legal.end()).size() != legal.size()) {
      say("a legal move is there twice", position);
    }
    look_at_set(position, legal);
    if (!at_chance(position)) look_at_knowledge(position, legal);
    look_at_key(position);
    if (table_.hidden != nullptr) look_at_hidden(position, legal);
    return true;
  }

  void look_at_hidden(const PositionBytes& position, const Moves& legal) {
    std::uint64_t mask = 0;
    for (const Move move : legal) mask |= std::uint64_t{1} << (move % kFirstCode);
    if (mask != table_.hidden->legal_mask(position.get())) {
      return say("legal_mask and legal_moves differ", position);
    }
    const HiddenRunTimeGame game(table_, position.get());
    for (const std::string& defect : hidden_.defects(game, random_)) say(defect, position);
  }

  [[nodiscard]] int players(const PositionBytes& position) const {
    return table_.players == nullptr ? 2 : table_.players(position.get());
  }
  [[nodiscard]] bool at_chance(const PositionBytes& position) const {
    return table_.draw != nullptr && table_.to_move(position.get()) == kChance;
  }
  Move some_move(const PositionBytes& position, const Moves& legal) {
    if (at_chance(position)) return table_.draw(position.get(), random_);
    return legal[random_.below(static_cast<std::uint32_t>(legal.size()))];
  }

  void look_at_mover(const PositionBytes& position, const Moves& legal) {
    const int most = players(position);
    if (most < 1 || most > GameTable::kMaxPlayers || most != players(start_)) {
      say("the number of players is not the same from 1 to 6 everywhere", position);
    }
    if (at_chance(position)) return look_at_chance(position, legal);
    const Player mover = table_.to_move(position.get());
    if (mover < 0 || mover >= most) say("to_move is no player", position);
  }

  void look_at_chance(const PositionBytes& position, const Moves& legal) {
    double sum = 0;
    for (const Move outcome : legal) {
      const double probability = table_.probability(position.get(), outcome);
      if (!(probability > 0 && probability <= 1)) {
        say("a probability is not above 0 and at most 1", position);
      }
      sum += probability;
    }
    if (!(std::abs(sum - 1) < 1e-6)) say("probabilities do not add up to 1", position);
    if (drawn_from_++ >= kPositionsPlayedOut) return;
    std::map<Move, std::uint32_t> drawn;
    for (std::uint32_t i = 0; i < kPlayouts; ++i) ++drawn[table_.draw(position.get(), random_)];
    for (const auto& [outcome, count] : drawn) {
      if (std::ranges::find(legal, outcome) == legal.end()) {
        return say("draw gives an outcome that cannot happen", position);
      }
      const double p = table_.probability(position.get(), outcome);
      const double error = std::sqrt(p * (1 - p) / kPlayouts) + 1.0 / kPlayouts;
      if (std::abs(count / double{kPlayouts} - p) > kFair * error) {
        say("outcomes are not drawn by their probabilities", position);
      }
    }
  }

  void look_at_rewards(const PositionBytes& position, std::vector<double>& returns) {
    if (table_.reward == nullptr) return;
    for (Player player = 0; player < players(position); ++player) {
      const double reward = table_.reward(position.get(), player);
      if (!std::isfinite(reward)) return say("a reward is no finite number", position);
      double& sum = returns[static_cast<std::size_t>(player)];
      sum += reward;
      if (std::abs(sum) > table_.largest_return) {
        say("rewards add up to more than largest_return", position);
      }
    }
  }

  void look_at_set(const PositionBytes& position, const Moves& legal) {
    if (table_.legal_set == nullptr) return;
    std::vector<std::uint64_t> words((table_.max_moves + 63) / 64);
    table_.legal_set(position.get(), words.data());
    std::vector<std::uint64_t> wanted(words.size());
    for (const Move move : legal) wanted[move / 64U] |= std::uint64_t{1} << (move % 64U);
    if (words != wanted) say("legal_set and legal_moves differ", position);
  }

  void look_at_knowledge(const PositionBytes& position, const Moves& legal) {
    const void* const p = position.get();
    if (table_.weigh != nullptr) {
      std::vector<float> weights(legal.size(), -1);
      table_.weigh(p, legal.data(), legal.size(), weights.data());
      const auto is_weight = [](float weight) { return weight > 0 && std::isfinite(weight); };
      if (!std::ranges::all_of(weights, is_weight)) say("a weight is not above 0", position);
    }
    if (table_.estimate != nullptr) {
      const double estimate = table_.estimate(p);
      if (!(estimate >= 0 && estimate <= 1)) say("an estimate is not from 0 to 1", position);
    }
    for (const auto choose : {table_.heavy_move, table_.decisive_move}) {
      if (choose == nullptr) continue;
      const auto move = choose(p, {}, random_);
      if (move && std::ranges::find(legal, *move) == legal.end()) {
        say("a move that it recommends is not legal", position);
      }
    }
  }

  /// The same board with the same side to move has the same key, if nothing hidden differs, and
  /// other boards have others.
  void look_at_key(const PositionBytes& position) {
    if (table_.key == nullptr || keys_.size() > 20'000) return;
    const std::uint64_t key = table_.key(position.get());
    const auto [at, is_new] = keys_.try_emplace(key, position);
    if (is_new || table_.equal(at->second.get(), position.get())) return;
    const auto text = [&](const PositionBytes& p) {
      return table_.board(p.get()) + std::to_string(table_.to_move(p.get()));
    };
    if (text(at->second) != text(position)) say("two positions have one key", position);
  }

  PositionBytes after(const PositionBytes& position, Move move) {
    const Player mover = table_.to_move(position.get());
    const std::string board = table_.board(position.get());
    const PositionBytes before(table_, position.get());
    PositionBytes next = position;
    const Player said = table_.play(next.get(), move);
    if (table_.board(position.get()) != board || !table_.equal(position.get(), before.get())) {
      say("a move changes the position that was copied: copies share something", position);
    }
    if (!table_.equal(next.get(), PositionBytes(next).get())) {
      say("a copy does not equal its original", next);
    }
    PositionBytes again = position;
    table_.play(again.get(), move);
    if (!table_.equal(next.get(), again.get())) say("the same move led to two positions", position);
    if (table_.over(next.get())) return next;
    if (table_.to_move(next.get()) != said) say("play says another player than to_move", next);
    if (table_.alternates && said == mover) {
      say("the players do not alternate, as it promises by kAlternates", next);
    }
    return next;
  }

  void look_at_end(const PositionBytes& position) {
    if (table_.reward != nullptr) return;
    for (Player player = 0; table_.hidden != nullptr && player < players(position); ++player) {
      const Stakes stakes = table_.hidden->stakes(position.get());
      const int score = table_.hidden->score(position.get(), player);
      if (stakes.low >= stakes.high) say("stakes have no two different scores", position);
      if (score < stakes.low || score > stakes.high) say("a score is not within stakes", position);
    }
    for (Player player = 0; table_.is_general() && player < players(position); ++player) {
      const Points points = table_.result(position.get(), player);
      if (points < kLoss || points > kWin) {
        say("a result at the end is no loss, draw or win: " + std::to_string(points), position);
      }
    }
    if (table_.is_general()) return;
    const Points first = table_.result(position.get(), 0);
    const Points second = table_.result(position.get(), 1);
    if (first < kLoss || first > kWin || first + second != kWin) {
      say("the results at the end are not a win and a loss, or two draws: " +
              std::to_string(first) + " and " + std::to_string(second),
          position);
    }
  }

  struct Mean {
    double mean = 0;
    double variance = 0;  // of the mean
  };
  static Mean mean_of(const std::array<std::uint32_t, 3>& counts) {
    const double n = counts[0] + counts[1] + counts[2];
    const double mean = (counts[1] + 2.0 * counts[2]) / n;
    const double squares = (counts[1] + 4.0 * counts[2]) / n;
    return {mean, std::max(0.0, squares - mean * mean) / n};
  }

  void compare(const char* what, const PositionBytes& position, const Mean& own, const Mean& fair) {
    const double error = std::sqrt(own.variance + fair.variance) + 1.0 / kPlayouts;
    if (std::abs(own.mean - fair.mean) <= kFair * error) return;
    say(std::string(what) + " are not uniform: player 0 gets " + std::to_string(own.mean) +
            " and move by move " + std::to_string(fair.mean),
        position);
  }

  /// Of each kind: a million moves at most.
  [[nodiscard]] std::uint32_t playouts_to_compare() const {
    const double length = std::max(1.0, check_.mean_length);
    return static_cast<std::uint32_t>(
        std::clamp(1e6 / length, 100.0, static_cast<double>(kPlayouts)));
  }

  void compare_playouts(const PositionBytes& position) {
    const std::uint32_t games = playouts_to_compare();
    std::array<std::uint32_t, 3> fair{};
    std::array<std::uint32_t, 3> own{};
    const auto count = [&](std::array<std::uint32_t, 3>& counts, Points first) {
      if (first < kLoss || first > kWin) {
        say("a playout's result is none", position);
      } else {
        ++counts[static_cast<std::size_t>(first)];
      }
    };
    for (std::uint32_t i = 0; i < games; ++i) {
      PositionBytes here = position;
      while (!table_.over(here.get())) {
        const Moves legal = legal_moves(here);
        table_.play(here.get(), legal[random_.below(static_cast<std::uint32_t>(legal.size()))]);
      }
      count(fair, table_.result(here.get(), 0));
      count(own, table_.playout(position.get(), random_, {}).first);
    }
    const Mean by_moves = mean_of(fair);
    compare("playouts", position, mean_of(own), by_moves);
    const std::vector<const void*> leaves(games, position.get());
    std::vector<Points> results(games, -1);
    table_.playouts(leaves.data(), games, results.data(), random_, {});
    own = {};
    for (const Points first : results) count(own, first);
    compare("playouts of a batch", position, mean_of(own), by_moves);
    std::uint32_t sum = 0;
    const std::uint32_t made = table_.add_playouts(position.get(), games, random_, sum, {});
    if (made != games) say("add_playouts made fewer games than asked for", position);
    const double mean = static_cast<double>(sum) / std::max(1U, made);
    compare("playouts from one leaf", position, {mean, by_moves.variance}, by_moves);
  }

  /// Of what playing gives the first player, over as many games as are compared.
  template <class Play>
  Mean mean_of_games(const Play& play) const {
    const std::uint32_t games = playouts_to_compare();
    double sum = 0;
    double squares = 0;
    for (std::uint32_t i = 0; i < games; ++i) {
      const double gain = play();
      sum += gain;
      squares += gain * gain;
    }
    const double mean = sum / games;
    return {mean, std::max(0.0, squares / games - mean * mean) / games};
  }

  /// The first player's scores, of playouts by finish() and move by move.
  void compare_ends(const PositionBytes& position) {
    const HiddenRunTimeGame start(table_, position.get());
    const auto mean_score = [&](const auto& play) {
      return mean_of_games([&] {
        HiddenRunTimeGame game = start;
        play(game);
        return static_cast<double>(game.score(0));
      });
    };
    const Mean own = mean_score([&](auto& game) { game.finish(random_, NeverStops{}); });
    const Mean fair = mean_score([&](auto& game) { finish(game, random_); });
    compare("playouts", position, own, fair);
  }

  /// The first player's returns from a position, of playouts by the game and move by move.
  void compare_returns(const PositionBytes& position) {
    const auto first_return = [](const auto& play) {
      return [&] {
        std::array<double, GameTable::kMaxPlayers> returns{};
        play(returns);
        return returns[0];
      };
    };
    const PlayoutRules rules{table_.discount, 0};
    const Mean own = mean_of_games(first_return([&](auto& returns) {
      const auto unnoted = [](void* /*to*/, Move /*move*/, Player /*player*/) {};
      table_.add_returns(position.get(), random_, rules, returns.data(), unnoted, nullptr, {});
    }));
    const Mean fair = mean_of_games(first_return([&](auto& returns) {
      if (table_.reward == nullptr) {
        const GeneralRunTimeGame game(table_, position.get());
        add_stepwise_playout(game, random_, rules, returns);
      } else {
        const RewardRunTimeGame game(table_, position.get());
        add_stepwise_playout(game, random_, rules, returns);
      }
    }));
    compare("playouts", position, own, fair);
  }

  void find_lacks() {
    const auto lack = [&](bool lacks, const char* what) {
      if (lacks) check_.lacks.emplace_back(what);
    };
    if (table_.hidden != nullptr) return;  // their searches use nothing of this
    lack(!table_.numbered, "numbers of moves: rave=, grave=, playout=mast, nst and lgrf");
    lack(table_.key == nullptr, "keys of positions: tt=, cache=");
    lack(!table_.is_general() && table_.key != nullptr && !table_.alternates,
         "players who alternate: tt=");
    lack(table_.weigh == nullptr, "weights of moves: priors=game");
    lack(table_.is_general() || table_.estimate == nullptr, "estimates: eval=game");
    lack(table_.is_general() || table_.heavy_move == nullptr,
         "heuristic for playouts: playout=heavy");
    lack(table_.features == nullptr, "features: eval=net, train");
  }

  const GameTable& table_;
  PositionBytes start_;
  Random random_;
  TableCheck check_;
  std::set<std::string> said_;
  std::vector<PositionBytes> to_play_out_;
  std::map<std::uint64_t, PositionBytes> keys_;
  HiddenCheck hidden_;
  std::uint64_t moves_played_ = 0;
  std::uint64_t moves_seen_ = 0;
  std::uint64_t positions_ = 0;
  int drawn_from_ = 0;  // positions of chance
};

}  // namespace

TableCheck check_table(const GameTable& table, const void* start, int games, std::uint64_t seed) {
  return Checker(table, start, seed).check(games);
}

}  // namespace banyan
