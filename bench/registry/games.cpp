// Which games there are, and how positions are reached from text.
#include "bench/registry/games.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "games/pass_text.hpp"

namespace banyan::bench {

// Each in a file of bench/games/ of its own, but for those of general.cpp and of hidden.cpp.
GameInfo tic_tac_toe_info();
GameInfo ultimate_tic_tac_toe_info();
GameInfo connect_four_info();
GameInfo othello_info();
GameInfo breakthrough_info();
GameInfo hex_info();
GameInfo gomoku_info();
GameInfo go_info();
GameInfo dots_and_boxes_info();
GameInfo p_game_info();
std::vector<GameInfo> general_games();
std::vector<GameInfo> hidden_games();

namespace {

/// So many plies, or as many as leave some random game to play.
int opening_plies(const GameInfo& game, const AnyGame& start) {
  constexpr int kTries = 20;
  int plies = game.opening_plies;
  if (game.family != GameFamily::kClassic) return plies;
  Random random({});
  for (; plies > 0; --plies) {
    for (int i = 0; i < kTries; ++i) {
      const auto position = start.clone();
      for (int ply = 0; ply < plies && !position->over(); ++ply) {
        position->play(position->draw(random));
      }
      if (!position->over()) return plies;
    }
  }
  return plies;
}

/// 9x9 is the board that 9 is.
Spec with_short_size(Spec spec) {
  for (auto& [key, value] : spec.keys) {
    if (key != "size" || value.find('x') == std::string::npos) continue;
    const auto size = read_board_size(value);
    if (size && size->is_square()) value = size_text(*size);
  }
  return spec;
}

/// The games of NamedGame.
struct Named {
  std::mutex mutex;
  std::map<std::string, std::shared_ptr<const AnyGame>, std::less<>> games;
};
Named& named() {
  static Named named;
  return named;
}

/// That of NamedGame, if there is one.
std::optional<GameChoice> named_game(const Spec& spec) {
  const std::lock_guard lock(named().mutex);
  const auto at = named().games.find(spec.name);
  if (at == named().games.end() || !spec.keys.empty()) return std::nullopt;
  return GameChoice{.spec = spec.name,
                    .canonical = spec.name,
                    .start = at->second,
                    .family = family_of(*at->second->tabled().table)};
}

GameChoice game_from_spec(const Spec& spec) {
  if (auto game = named_game(spec)) {
    GameInfo info;
    info.family = game->family;
    info.opening_plies = opening_plies_of(info.family);
    game->opening_plies = opening_plies(info, *game->start);
    return *game;
  }
  std::vector<SpecInfo> infos;
  for (const GameInfo& game : games()) infos.push_back(game.info);
  const auto index = static_cast<std::size_t>(&find_info(infos, spec.name, "game") - infos.data());
  const GameInfo& game = games()[index];
  const Settings settings(with_short_size(spec), game.info);
  std::shared_ptr<AnyGame> start = game.start(settings);
  start->set_spec(settings.canonical());
  const int plies = opening_plies(game, *start);
  return {.spec = to_text(spec),
          .canonical = settings.canonical(),
          .opening_plies = plies,
          .start = std::move(start),
          .family = game.family};
}

std::string some_moves(const AnyGame& position) {
  constexpr std::size_t kShown = 12;
  const std::vector<std::uint32_t> legal = position.legal_moves();
  std::string text;
  for (std::size_t i = 0; i < std::min(legal.size(), kShown); ++i) {
    text += (i == 0 ? "" : ", ") + position.to_text(legal[i]);
  }
  if (legal.size() > kShown) text += fmt::format(" and {} more", legal.size() - kShown);
  return text;
}

/// The longest legal move that moves written together begin with; empty if there is none. "a1" is
/// no beginning of "a11".
std::string_view first_move(const AnyGame& position, std::string_view word) {
  constexpr std::size_t kLongest = 16;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t size = std::min(word.size(), kLongest); size > 0; --size) {
    const bool cut = size < word.size() && is_digit(word[size - 1]) && is_digit(word[size]);
    if (cut && size > 1) continue;
    const auto move = position.parse(word.substr(0, size));
    if (move && is_legal(position, *move)) return word.substr(0, size);
  }
  return {};
}

bool only_passes(const AnyGame& position) {
  if (position.over()) return false;
  const std::vector<std::uint32_t> moves = position.legal_moves();
  return moves.size() == 1 && is_pass(position.to_text(moves.front()));
}

std::vector<GameInfo>& all_games() {
  static std::vector<GameInfo> all_of_them = [] {
    std::vector<GameInfo> all{tic_tac_toe_info(),    ultimate_tic_tac_toe_info(),
                              connect_four_info(),   othello_info(),
                              breakthrough_info(),   hex_info(),
                              gomoku_info(),         go_info(),
                              dots_and_boxes_info(), p_game_info()};
    for (const auto& more : {general_games(), hidden_games()}) {
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  return all_of_them;
}

}  // namespace

const std::vector<GameInfo>& games() { return all_games(); }

void register_game(GameInfo game) { all_games().push_back(std::move(game)); }

NamedGame::NamedGame(std::string_view name, const AnyGame& start) {
  std::string word;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && !word.empty() && word.back() != '_') word += '_';
    const char low = static_cast<char>(capital ? c - 'A' + 'a' : c);
    if (is_name({&low, 1})) word += low;
  }
  if (word.empty()) word = "game";
  const auto is_listed = [](const std::string& text) {
    return std::ranges::any_of(games(), [&](const GameInfo& g) { return g.info.name == text; });
  };
  const std::lock_guard lock(named().mutex);
  name_ = word;
  for (int i = 2; is_listed(name_) || named().games.contains(name_); ++i) {
    name_ = fmt::format("{}_{}", word, i);
  }
  std::shared_ptr<AnyGame> first = start.clone();
  first->begin_here(name_);
  named().games.emplace(name_, std::move(first));
}

NamedGame::~NamedGame() {
  std::shared_ptr<const AnyGame> last;  // destroyed without the lock
  const std::lock_guard lock(named().mutex);
  last = named().games.extract(name_).mapped();
}

GameChoice parse_game(std::string_view text) { return game_from_spec(parse_spec(text, "game")); }

std::vector<GameChoice> parse_games(std::string_view text) {
  std::vector<GameChoice> choices;
  for (const Spec& spec : parse_spec_list(text, "game")) choices.push_back(game_from_spec(spec));
  return choices;
}

void need_classic(const GameChoice& game, std::string_view command) {
  if (game.family == GameFamily::kClassic) return;
  throw UsageError(fmt::format(
      "{} is for two-player games without chance or hidden cards, and {} is played as other games "
      "are: give it to 'match' or 'search'.",
      command, game.spec));
}

bool is_legal(const AnyGame& position, std::uint32_t move) {
  if (position.over()) return false;
  const std::vector<std::uint32_t> moves = position.legal_moves();
  return std::find(moves.begin(), moves.end(), move) != moves.end();
}

std::uint32_t parse_move(const AnyGame& position, std::string_view text) {
  if (position.over()) {
    throw UsageError(fmt::format("move {} comes after the end of the game.", in_quotes(text)));
  }
  const auto move = position.parse(text);
  if (!move || !is_legal(position, *move)) {
    throw UsageError(fmt::format("move {} is not legal here: give one of {}.", in_quotes(text),
                                 some_moves(position)));
  }
  return *move;
}

std::unique_ptr<AnyGame> play_moves(const AnyGame& start, std::string_view moves) {
  std::unique_ptr<AnyGame> position = start.clone();
  while (!moves.empty()) {
    std::string_view word = moves.substr(0, moves.find(' '));
    moves.remove_prefix(std::min(word.size() + 1, moves.size()));
    while (!word.empty()) {
      std::string_view text = first_move(*position, word);
      if (text.empty() && only_passes(*position)) {
        position->play(position->legal_moves().front());
        continue;
      }
      if (text.empty()) text = position->parse(word.substr(0, 1)) ? word.substr(0, 1) : word;
      position->play(parse_move(*position, text));
      word.remove_prefix(text.size());
    }
  }
  return position;
}

std::unique_ptr<AnyGame> start_of(const AnyGame& position) {
  const auto first = parse_game(position.spec()).start;
  return position.set_up_from() ? set_up(*first, *position.set_up_from()) : first->clone();
}

std::unique_ptr<AnyGame> set_up(const AnyGame& game, const BoardSetup& setup) {
  auto position = game.clone();
  position->set_up(setup);
  return position;
}

std::unique_ptr<AnyGame> resumed(const AnyGame& position) {
  auto open = position.clone();
  open->resume();
  return open;
}

std::vector<std::string> move_texts(const AnyGame& start, const std::vector<std::uint32_t>& moves) {
  std::vector<std::string> texts;
  const std::unique_ptr<AnyGame> position = start.clone();
  bool legal = true;
  for (const std::uint32_t move : moves) {
    texts.push_back(position->to_text(move));
    legal = legal && is_legal(*position, move);
    if (legal) position->play(move);
  }
  return texts;
}

}  // namespace banyan::bench
