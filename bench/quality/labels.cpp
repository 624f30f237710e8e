// Draws positions, labels them, and reads them back.
#include "bench/quality/labels.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <set>
#include <utility>

#include "bench/machine/version.hpp"
#include "bench/output/output_file.hpp"
#include "bench/registry/limits.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/fields.hpp"
#include "bench/text/files.hpp"
#include "bench/text/json_lines.hpp"
#include "bench/text/standard_error.hpp"
#include "core/base/random.hpp"

namespace banyan::bench {
namespace {

constexpr int kMostInVain = 200;
constexpr double kWin1000 = 1000;  // the label of a win

// Workers of the streams of the player, the judge and the number of plies. No worker of a search
// has so high a number.
constexpr std::uint64_t kPlayerStream = std::uint64_t{1} << 61U;
constexpr std::uint64_t kJudgeStream = kPlayerStream + 1;
constexpr std::uint64_t kPliesStream = kPlayerStream + 2;
constexpr std::uint64_t kPolicyStream = kPlayerStream + 3;

Json header_of(const LabelRule& rule, const std::string& command) {
  Json header{{"game", rule.game.canonical}, {"plies", {rule.plies.first, rule.plies.last}},
              {"player", rule.player.spec},  {"judge", rule.judge.spec},
              {"stake", rule.stake},         {"seed", rule.seed},
              {"command", command},          {"commit", build::kCommit}};
  if (rule.policy) header["policy"] = true;
  return header;
}

/// The expected loss of a random move.
double stake_of(const ValuedPosition& valued) {
  const double sum = std::accumulate(valued.values.begin(), valued.values.end(), 0.0);
  return valued.best - sum / static_cast<double>(valued.values.size());
}

Json label_json(const AnyGame& start, std::uint64_t draw, const ValuedPosition& labelled) {
  const AnyGame& position = *labelled.position;
  Json values = Json::object();
  for (std::size_t i = 0; i < labelled.moves.size(); ++i) {
    values[position.to_text(labelled.moves[i])] = std::lround(kWin1000 * labelled.values[i]);
  }
  return {{"draw", draw},
          {"moves", fmt::format("{}", fmt::join(move_texts(start, position.moves()), " "))},
          {"values", values}};
}

/// Each legal move's share of the root's visits, in thousandths.
Json policy_json(const AnyGame& position, const SearchResult& found) {
  const double visits = std::max(1.0, static_cast<double>(found.root_visits()));
  Json policy = Json::object();
  for (const std::uint32_t move : position.legal_moves()) policy[position.to_text(move)] = 0;
  for (const RootChild& child : found.children) {
    policy[position.to_text(child.move)] =
        std::lround(1000 * static_cast<double>(child.visits) / visits);
  }
  return policy;
}

Field field_of(const JsonLine& line, const std::filesystem::path& file) {
  return Field::of_json(line.json, fmt::format("{} line {}", file.string(), line.number));
}

/// What `parse` makes of a text. Its UsageError gets the name of the field.
template <class Parse>
auto parsed(const Field& field, const Parse& parse) {
  const std::string text = field.text();
  try {
    return parse(text);
  } catch (const UsageError& error) {
    std::string why = error.what();
    if (why.ends_with('.')) why.pop_back();
    field.refuse(fmt::format("cannot be used: {}", why));
  }
}

/// Throws UsageError for what is not a label of the game.
ValuedPosition read_label(const AnyGame& start, const Field& label) {
  const Field moves = label["moves"];
  ValuedPosition labelled{
      .position = parsed(moves, [&](const std::string& text) { return play_moves(start, text); })};
  if (labelled.position->over()) moves.refuse("ends the game");
  labelled.moves = labelled.position->legal_moves();
  const Field values = label["values"];
  for (const std::uint32_t move : labelled.moves) {
    const Field found = values[labelled.position->to_text(move)];
    const double value = found.number();
    if (!(value >= 0 && value <= kWin1000) || value != std::floor(value)) {
      found.refuse(fmt::format("is {}: give a whole number from 0 to 1000", found.json().dump()));
    }
    labelled.values.push_back(value / kWin1000);
  }
  if (values.json().size() != labelled.moves.size()) values.refuse("has moves that are illegal");
  labelled.best = *std::max_element(labelled.values.begin(), labelled.values.end());
  return labelled;
}

/// The position that the player reaches; nothing if the game ends first, or if stopped.
std::unique_ptr<AnyGame> draw_position(const LabelRule& rule, AnyEngine& player, std::uint64_t draw,
                                       const std::stop_token& stop) {
  Random random({rule.seed, draw, 0, kPliesStream});
  auto position = rule.game.start->clone();
  const auto plies = static_cast<std::uint64_t>(draw_plies(rule.plies, random));
  for (std::uint64_t ply = 0; ply < plies && !position->over(); ++ply) {
    const auto found = player.search(*position, limits_for(rule.player, std::nullopt),
                                     {rule.seed, draw, ply, kPlayerStream}, stop);
    if (stop.stop_requested()) return nullptr;
    position->play(found.best_move);
  }
  return position->over() ? nullptr : std::move(position);
}

bool is_header(const Json& json) {
  return json.value("judge", Json()).is_string() && json.value("game", Json()).is_string();
}

void refuse_damaged(const JsonLines& lines, const std::filesystem::path& file) {
  if (lines.damaged.empty()) return;
  throw UsageError(fmt::format("{} line {}: it holds no JSON object: it is damaged.", file.string(),
                               lines.damaged.front()));
}

/// The labels in the file from an earlier call, without a line torn by a crash. A file without
/// labels may become another set.
std::vector<JsonLine> labels_there(const Json& header, const OutputFile& out) {
  const std::filesystem::path& file = out.path();
  JsonLines there = read_lines(file);
  std::vector<JsonLine>& lines = there.objects;
  const bool foreign =
      lines.empty() ? there.torn || !there.damaged.empty() : !is_header(lines.front().json);
  if (foreign) {
    throw UsageError(fmt::format("--out {} holds no labels: give a new file.", file.string()));
  }
  refuse_damaged(there, file);
  if (lines.size() < 2) return {};
  for (const auto& [name, value] : header.items()) {
    const Json found = lines.front().json.value(name, Json());
    if (name != "command" && found != value) {
      throw UsageError(
          fmt::format("--out {} holds another set (its {} is {}, not {}): give a new file.",
                      file.string(), name, found.dump(), value.dump()));
    }
  }
  if (lines.front().json.contains("policy") && !header.contains("policy")) {
    throw UsageError(fmt::format(
        "--out {} holds a set with --policy: give that too, or a new file.", file.string()));
  }
  if (there.torn) {
    std::vector<Json> whole;
    for (const JsonLine& line : lines) whole.push_back(line.json);
    out.write(lines_text(whole));
  }
  lines.erase(lines.begin());
  return std::move(lines);
}

/// A line's label and the number of its draw, which is at least `least`.
std::pair<std::uint64_t, ValuedPosition> read_line(const AnyGame& start, const JsonLine& line,
                                                   std::uint64_t least,
                                                   const std::filesystem::path& file) {
  const Field label = field_of(line, file);
  const std::uint64_t draw = label["draw"].count();
  // The next draw needs a number too.
  if (draw == std::numeric_limits<std::uint64_t>::max()) label["draw"].refuse("is no draw");
  if (draw < least) label["draw"].refuse("is not after that of the line before");
  return {draw, read_label(start, label)};
}

}  // namespace

void check_labelling(const LabelRule& rule) {
  for (const EngineSettings* engine : {&rule.player, &rule.judge}) {
    if (engine->kind == EngineKind::kRandom || engine->kind == EngineKind::kSolver) continue;
    if (engine->limits && engine->limits->time.count() == 0) continue;
    throw UsageError(fmt::format(
        "{} {}: give it a budget of its own that is none of time, as in seq:iterations=100k.",
        engine == &rule.player ? "--player" : "--judge", engine->spec));
  }
  const EngineKind judge = rule.judge.kind;
  if (rule.policy && (judge == EngineKind::kRandom || judge == EngineKind::kSolver)) {
    throw UsageError(fmt::format(
        "--judge {} makes no visits for --policy: give a search, as in seq:iterations=100k.",
        rule.judge.spec));
  }
}

LabelCount make_labels(const LabelRule& rule, std::uint64_t count,
                       const std::filesystem::path& file, const std::string& command,
                       const std::function<void()>& progress, const std::stop_token& stop) {
  check_labelling(rule);
  const OutputFile out("--out", file);
  const Json header = header_of(rule, command);
  LabelCount labels;
  std::uint64_t draw = 0;
  std::set<std::string> boards;
  for (const JsonLine& line : labels_there(header, out)) {
    const auto [drawn, labelled] = read_line(*rule.game.start, line, draw, file);
    draw = drawn + 1;
    boards.insert(labelled.position->board());
    ++labels.before;
    progress();
  }
  labels.now = labels.before;
  const auto player = rule.game.start->make_engine(rule.player);
  std::unique_ptr<AnyEngine> judge;
  for (int in_vain = 0; labels.now < count && !stop.stop_requested(); ++draw) {
    if (in_vain++ >= kMostInVain) {
      throw UsageError(fmt::format(
          "{}: {} draws in a row were there before or cost a random move less than {:g}: give "
          "other --plies, another --player or less --stake.",
          rule.game.spec, kMostInVain, rule.stake));
    }
    auto position = draw_position(rule, *player, draw, stop);
    if (!position || boards.contains(position->board())) continue;
    // Made for a position of the range: some solvers only know a game near its end.
    if (!judge) judge = position->make_engine(rule.judge);
    const ValuedPosition labelled =
        value_moves(std::move(position), *judge, limits_for(rule.judge, std::nullopt),
                    {rule.seed, draw, 0, kJudgeStream}, stop);
    if (stop.stop_requested()) break;
    if (stake_of(labelled) < rule.stake) continue;
    Json label = label_json(*rule.game.start, draw, labelled);
    if (rule.policy) {
      const AnyGame& labelled_position = *labelled.position;
      label["policy"] = policy_json(
          labelled_position, judge->search(labelled_position, limits_for(rule.judge, std::nullopt),
                                           {rule.seed, draw, 0, kPolicyStream}, stop));
      if (stop.stop_requested()) break;
    }
    if (labels.now == 0) {
      out.write(lines_text({header, label}));
    } else {
      out.append(lines_text({label}));
    }
    boards.insert(labelled.position->board());
    ++labels.now;
    in_vain = 0;
    progress();
  }
  return labels;
}

LabelledSet read_labels(const std::filesystem::path& file, std::uint64_t count,
                        const std::stop_token& stop) {
  const JsonLines all = read_lines(file, stop);
  const std::vector<JsonLine>& lines = all.objects;
  if (lines.empty() || !is_header(lines.front().json)) {
    throw UsageError(fmt::format("{} is no set of labels: give a file that 'banyan label' made.",
                                 file.string()));
  }
  refuse_damaged(all, file);
  const Field header = field_of(lines.front(), file);
  LabelledSet set{parsed(header["game"], [](const std::string& game) { return parse_game(game); }),
                  header.json(),
                  {}};
  std::uint64_t draws = 0;
  for (std::size_t i = 1; i < lines.size() && i <= count; ++i) {
    auto [draw, labelled] = read_line(*set.game.start, lines[i], draws, file);
    draws = draw + 1;
    set.found.positions.push_back(std::move(labelled));
  }
  if (set.found.positions.empty()) {
    throw UsageError(
        fmt::format("{} has no position: make some with 'banyan label'.", file.string()));
  }
  if (all.torn) {
    print_to_standard_error(
        "{}\n", printable(fmt::format("note: {}: its last line was cut off, and is left out.",
                                      file.string())));
  }
  set.found.left_out = draws - set.found.positions.size();
  return set;
}

}  // namespace banyan::bench
