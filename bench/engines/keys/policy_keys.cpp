// Search policies in engine specs.
#include "bench/engines/keys/policy_keys.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bench/engines/keys/keys.hpp"

namespace banyan::bench {
namespace {

/// Every rule of selection.
std::vector<std::pair<SelectionRule, RuleName>> selections() {
  std::vector<std::pair<SelectionRule, RuleName>> all;
  for (std::size_t i = 0; i < std::tuple_size_v<SelectionRules>; ++i) {
    const auto rule = static_cast<SelectionRule>(i);
    all.emplace_back(rule, name_of(rule));
  }
  return all;
}

/// How moves are chosen.
std::vector<Key> choice_keys() {
  return {
      selection_key("", ""),
      word_key("children", "",
               "try each child once, in random order, before the rule chooses, or choose among all "
               "from the first visit on (implied by puct, regularized, fpu= and rave=)",
               {{"one", false}, {"all", true}}, &PolicyOptions::all_children),
      {{"fpu", "", "parent, or 0 to 10",
        "first-play urgency: the value of an untried child (Gelly, Wang 2006), or as if tried once "
        "with its siblings' mean"},
       [](const Settings& s, EngineSettings& e) {
         std::optional<double>& value = part_of<PolicyOptions>(e).first_play;
         value.reset();
         if (s.text("fpu") != "parent") value = s.real("fpu", 0, 10);
       }},
      number_key(
          "widen", "", 0, 1000,
          "C of progressive widening (Coulom 2007; Chaslot et al. 2008; Couetoux et al. 2011): "
          "after n visits of a node its first C n^a moves compete, at least one, in random order "
          "or by falling priors; 0: all",
          [](EngineSettings& e) -> double& { return part_of<PolicyOptions>(e).widening.factor; }),
      {{"widen_power", "", "0 to 1",
        "a of widen= and widen_chance=, 0.5 if not set; implies widen=1"},
       [](const Settings& s, EngineSettings& e) {
         PolicyOptions& policy = part_of<PolicyOptions>(e);
         policy.widening.power = policy.chance_widening.power = s.real("widen_power", 0, 1);
       }},
      number_key(
          "widen_chance", "", 0, 1000,
          "the same of outcomes of chance: C n^a different ones, then one of these, by its visits",
          [](EngineSettings& e) -> double& {
            return part_of<PolicyOptions>(e).chance_widening.factor;
          })
          .only(kGeneral),
      number_key("softness", "", 0, 100,
                 "tau of select=ments and backup=soft, 0.1 if not set, for values scaled to 0 to "
                 "1, of the moves tried so far; 0: the best move alone",
                 &PolicyOptions::softness),
      word_key("range", "", "c is meant for results from 0 to 1, or from -1 to 1: half as much",
               {{"unit", false}, {"symmetric", true}}, &PolicyOptions::symmetric),
      number_key("draw", "", 0, 1,
                 "what selection holds a draw worth for the side to move at the root, the rest of "
                 "1 for the other (contempt); 0.5 if not set",
                 &PolicyOptions::draw)
          .only(kPolicies)};
}

/// What leaves are worth, and priors.
std::vector<Key> worth_keys() {
  return {
      word_key("priors", "",
               "priors of puct and regularized: all the same, or the game's own (connect_four, "
               "gomoku, sailing)",
               {{"uniform", false}, {"game", true}}, &PolicyOptions::game_priors),
      word_key<LeafWorth>(
          "eval", "",
          "what a leaf is worth: a playout's result, the game's estimate (connect_four), or what a "
          "network says, of priors too (connect_four, othello, hex, go)",
          {{"playout", LeafWorth::kPlayouts},
           {"game", LeafWorth::kEstimate},
           {"net", LeafWorth::kNetwork}},
          [](EngineSettings& e, LeafWorth value) {
            part_of<PolicyOptions>(e);
            e.worth = value;
          })
          .only(kPolicies),
      {{"net", "", "a file that 'banyan train' made, or FILE.onnx",
        "the network of eval=net, which it implies; one in the ONNX format needs ONNX Runtime "
        "(Debian 13); without net=, the program's own for connect_four, othello, hex:size=7, "
        "hex:size=11 and go:size=9"},
       [](const Settings& s, EngineSettings& e) { e.network_file = s.text("net"); },
       kPolicies},
      duration_key("latency", "", "200us",
                   "each leaf first waits so long for a simulated device (a network's), which "
                   "takes eval_batch= of them at once; counter evaluation_rounds (Wu et al. 2020)",
                   &PolicyOptions::latency),
      number_key("eval_batch", "", 1, 4096,
                 "leaves that the simulated device takes at once; 8 if not set; implies "
                 "latency=200us",
                 &PolicyOptions::batch),
      number_key("noise", "", 0, 1,
                 "share of Dirichlet noise in the priors of the root (Silver et al. 2017, 0.25); "
                 "puct alone",
                 &PolicyOptions::noise),
      number_key("alpha", "", 0, 1000,
                 "concentration of that noise; 0, or not set: 10 / legal moves",
                 &PolicyOptions::alpha),
      number_key("gumbel", "", 0, 1000,
                 "Gumbel search (Danihelka et al. 2022): so many moves of the root, drawn by their "
                 "priors, take part in sequential halving, which also says what is played; puct "
                 "alone, with a budget of iterations; 0: none",
                 &PolicyOptions::gumbel),
      number_key("gumbel_scale", "", 0, 10,
                 "times the random variables of Gumbel search; 1, or not set: as published; 0: "
                 "none, to play at full strength",
                 &PolicyOptions::gumbel_scale),
      flag_key("solver", "",
               "prove wins, losses and draws and pass them up; a proven root ends the search "
               "(Winands, Bjornsson, Saito 2008; Cazenave, Saffidine 2010); of many players by "
               "max^n. Without policies besides reuse=, seq, root and leased trees do this at the "
               "speed of plain search, in batches too",
               &PolicyOptions::solver)};
}

/// How leaves are played out.
std::vector<Key> playout_keys() {
  return {
      word_key(
          "playout", "",
          "moves of playouts: uniform; wins taken and the other side's blocked (Teytaud, Teytaud "
          "2010); what the game knows (connect_four, hex, gomoku); or what playouts of the same "
          "thread learned: each move's mean result (mast: Finnsson, Bjornsson 2008), that of up to "
          "three moves in a row (nst: Tak, Winands, Bjornsson 2012; epsilon=0.2) or replies that "
          "last won (lgrf: Baier, Drake 2010). These are for two players and moves numbered on the "
          "board; counter learned_bytes",
          {{"uniform", PlayoutRule::kUniform},
           {"decisive", PlayoutRule::kDecisive},
           {"heavy", PlayoutRule::kHeavy},
           {"mast", PlayoutRule::kMast},
           {"nst", PlayoutRule::kNst},
           {"lgrf", PlayoutRule::kLgrf}},
          &PolicyOptions::playout)
          .only(kPolicies),
      number_key("epsilon", "", 0, 1,
                 "probability of a uniform move in other playouts (decisive ones, if playout= is "
                 "not set)",
                 &PolicyOptions::epsilon)
          .only(kPolicies),
      number_key("tau", "", 0, 100,
                 "of mast and nst: a move of mean result Q, 0 to 1, is drawn by exp(Q / tau); 0: "
                 "the best is played; mast has 0.1 if not set (Finnsson, Bjornsson 2010), nst 0; "
                 "alone, it implies playout=mast",
                 &PolicyOptions::tau)
          .only(kPolicies),
      flag_key("decisive", "",
               "before mast, nst and lgrf: take wins and block the other side's; alone, it implies "
               "playout=mast",
               &PolicyOptions::decisive)
          .only(kPolicies),
      number_key("cap", "", 1, 1'000'000,
                 "moves after which a playout is cut (Lorentz 2008): it counts as a draw, or, in "
                 "games of chance and of many players, for what was earned by then; counter "
                 "capped_playouts",
                 &PolicyOptions::cap)};
}

/// What else a tree remembers of results, and for how long.
std::vector<Key> statistics_keys() {
  return {
      {{"rave", "", "1 to 1000000",
        "RAVE (Gelly, Silver 2007): results of moves made later count too, as AMAF; K, the visits "
        "at which both weigh the same; games whose moves are numbered on the board; c=0.7"},
       [](const Settings& s, EngineSettings& e) {
         part_of<PolicyOptions>(e).rave = static_cast<double>(s.integer("rave", 1, 1000000));
       }},
      word_key("schedule", "",
               "weight of AMAF: sqrt(K / (3 n + K)), or by least squared error (Silver 2009); "
               "implies rave=500",
               {{"sqrt", AmafSchedule::kSqrt}, {"mse", AmafSchedule::kMse}},
               &PolicyOptions::schedule),
      number_key(
          "grave", "", 0, 1'000'000,
          "GRAVE (Cazenave 2015): AMAF results of the nearest node above with so many "
          "visits; 0: of the node itself; implies rave=500. Alone it keeps the weight and the "
          "c of rave=; as published with schedule=mse, rave=1000000 (1 / bias) and c=0",
          &PolicyOptions::grave),
      word_key(
          "tt", "",
          "transpositions (Childs, Brodeur, Kocsis 2008): all moves to a position share its "
          "children and their statistics; the moves themselves keep visits and a mean of their own "
          "(uct1), or have the mean of all results of the position (uct2). Trees share nothing; "
          "the table takes an eighth of the memory; counter transpositions",
          {{"uct1", Transpositions::kUct1},
           {"uct2", Transpositions::kUct2},
           {"off", Transpositions::kNone}},
          &PolicyOptions::transpositions),
      flag_key("reuse", "",
               "keep the tree below the moves played since the last search; takes half of the "
               "memory; counter kept_visits. Without policies besides solver=, seq, root and "
               "leased trees do this at the speed of plain search",
               [](EngineSettings& e) -> bool& {
                 part_of<PolicyOptions>(e);  // it too decides which search makes the engine
                 return e.search.reuse;
               }),
      number_key("temperature", "", 0, 100,
                 "T: the move to play is drawn by visits^(1/T) (Silver et al. 2017); 0: as final= "
                 "has it",
                 &EngineSettings::temperature)
          .only(kPlain | kPolicies)};
}

/// Whether there are policies that the trees of plain search do not have.
bool has_slow_policy(const Spec& spec) {
  return std::any_of(policy_keys().begin(), policy_keys().end(), [&](const Key& key) {
    const std::string& name = key.info.name;
    const bool fast = name == "temperature" || name == "solver" || name == "reuse";
    return !fast && spec.has(name);
  });
}
bool has_policy(const Spec& spec) {
  return has_slow_policy(spec) || spec.has("solver") || spec.has("reuse");
}

/// The spec with what its policy keys imply where it does not say: what else a policy needs, and
/// defaults that suit it better than those of plain search.
Spec with_implied(Spec spec) {
  if (!has_policy(spec)) return spec;
  imply_evaluation(spec);
  const bool by_network = spec.has("eval", "net");  // which has priors
  imply(spec,
        by_network || spec.has("noise") || spec.has("alpha") || spec.has("gumbel") ||
            spec.has("priors"),
        "select", "puct");
  imply(spec, spec.has("eval_batch"), "latency", "200us");
  imply(spec, spec.has("alpha"), "noise", "0.25");
  imply(spec, spec.has("noise"), "alpha", "0");
  imply(spec, spec.has("schedule") || spec.has("grave"), "rave", "500");
  imply(spec, spec.has("tau") || spec.has("decisive"), "playout", "mast");
  imply(spec, spec.has("epsilon"), "playout", "decisive");
  imply(spec, spec.has("playout", "mast"), "tau", "0.1");
  imply(spec, spec.has("playout", "nst"), "epsilon", "0.2");
  const bool by_priors = spec.has("select", "puct") || spec.has("select", "regularized");
  const bool evaluated = by_network || spec.has("eval", "game");  // leaves get children at once
  imply(spec, by_priors || evaluated || spec.has("rave") || spec.has("fpu"), "children", "all");
  imply(spec, spec.has("rave") && !by_priors, "c", "0.7");
  imply_by_selection(spec);
  imply(spec, spec.name == "tree" && has_slow_policy(spec), "lock", "free");
  imply(spec, spec.name == "leaf", "threads", "1");
  imply(spec, evaluated && (spec.name == "leaf" || spec.name == "hybrid"), "playouts", "1");
  return spec;
}

/// Throws UsageError for keys that make no sense together with a policy's.
void check_policy(const EngineSettings& engine) {
  if (!engine.policy) return;
  const bool fast = engine.fits_fast_trees();
  // Which of them, the game decides.
  refuse_unfit_keys(engine, kPolicies | kGeneral | (fast ? unsigned{kFast} : 0U));
  check_worth(engine);
  const PolicyOptions& policy = *engine.policy;
  const Spec& given = engine.given;
  const bool shares = engine.kind == EngineKind::kTree || engine.kind == EngineKind::kHybrid;
  const bool by_priors = policy.uses_priors();
  const bool by_means = policy.playout == PlayoutRule::kMast || policy.playout == PlayoutRule::kNst;
  const std::string why = first_of(
      {{shares && engine.lock != TreeLock::kFree && !fast,
        "search policies have trees without locks: leave lock= out or give lock=free."},
       {engine.kind == EngineKind::kLeaf && engine.threads > 1,
        "with search policies one thread plays all playouts of a leaf: give threads=1."},
       {by_priors && !policy.all_children,
        "select=" + given.value("select") +
            " chooses among all children: leave children= out or give children=all."},
       {policy.first_play && !policy.all_children,
        "fpu= is a value of untried children: leave children= out or give children=all."},
       {policy.is_graph() && engine.search.reuse,
        "with tt= a tree is a graph, which reuse=on cannot cut: leave one of them out."},
       {policy.is_graph() && given.value("full") == "prune",
        "with tt= a node may have several parents, and none is given up: leave full=prune out."},
       {!by_priors && policy.noise > 0,
        "noise= is for priors: leave select= out or give select=puct."},
       {!by_priors && policy.game_priors,
        "priors=game is for puct: leave select= out or give select=puct."},
       {policy.playout == PlayoutRule::kUniform && policy.epsilon > 0,
        "epsilon= is for playouts that are not uniform: give playout=decisive, heavy, mast, nst or "
        "lgrf."},
       {policy.tau > 0 && !by_means,
        "tau= is for playouts by mean results: give playout=mast or playout=nst."},
       {policy.decisive && !policy.learns(),
        "decisive=on is for playouts that learn: give playout=mast, nst or lgrf, or "
        "playout=decisive."}});
  if (!why.empty()) throw UsageError(fmt::format("engine {}: {}", given.name, why));
  check_gumbel(engine);
}

/// Throws UsageError for keys that need wins, draws and losses, where `cause` has real values.
void refuse_keys_of_results(const EngineSettings& engine, const char* cause) {
  const PolicyOptions& policy = *engine.policy;
  const Spec& given = engine.given;
  const std::string key =
      first_of({{given.value("children") == "one", "children=one"},
                {policy.select == SelectionRule::kTuned, "select=tuned"},
                {engine.worth == LeafWorth::kNetwork && policy.game_priors, "priors=game"},
                {policy.draw != 0.5, "draw="},
                {policy.playout != PlayoutRule::kUniform, "playout="},
                {policy.cap > 0, "cap="},
                {policy.uses_amaf(), "rave="},
                {policy.is_graph(), "tt="},
                {policy.latency.count() > 0, "latency="},
                {engine.search.expand_after > 1, "expand="}});
  if (!key.empty()) {
    throw UsageError(
        fmt::format("engine {}: {} is not for {}: leave one of them out.", given.name, key, cause));
  }
  if (engine.playouts > 1) {
    const std::string by_default =
        given.has("playouts") ? "" : fmt::format("{}, its default,", engine.playouts);
    throw UsageError(fmt::format("engine {}: playouts={} is not for {}: give playouts=1.",
                                 given.name, by_default, cause));
  }
}

/// An engine with what its policy keys imply and refuse; its own checks come first.
EngineEntry with_checks(EngineEntry entry) {
  entry.implied = with_implied;
  entry.check = [own = entry.check](const EngineSettings& engine) {
    own(engine);
    check_policy(engine);
  };
  return entry;
}

}  // namespace

void imply(Spec& spec, bool when, const char* key, const char* value) {
  if (when && !spec.has(key)) spec.keys.emplace_back(key, value);
}

void imply_evaluation(Spec& spec) {
  imply(spec, spec.has("net"), "eval", "net");
  imply(spec, spec.has("gumbel_scale"), "gumbel", "16");
  imply(spec, spec.has("widen_power") && !spec.has("widen_chance"), "widen", "1");
}

void imply_by_selection(Spec& spec) {
  for (const auto& [rule, name] : selections()) {
    imply(spec, spec.has("select", name.word), "c", name.exploration);
  }
  imply(spec, spec.has("select", "ments"), "backup", "soft");
}

void check_gumbel(const EngineSettings& engine) {
  const PolicyOptions& policy = *engine.policy;
  if (policy.gumbel == 0) return;
  const bool by_values = engine.merge == Merge::kAverage || engine.merge == Merge::kMax;
  const std::string unfit =
      first_of({{policy.select != SelectionRule::kPuct, "a select= other than puct"},
                {policy.noise > 0, "noise="},
                {policy.uses_amaf(), "rave="},
                {policy.widening.limits(), "widen="},
                {engine.search.reuse, "reuse=on"},
                {engine.temperature > 0, "temperature="},
                {engine.search.stop_early, "stop=early"},
                {engine.search.final_move != FinalMove::kRobust, "final=max or lcb"},
                {by_values, "merge=average or max"}});
  if (unfit.empty()) return;
  throw UsageError(fmt::format("engine {}: gumbel= does not go with {}: leave one of them out.",
                               engine.given.name, unfit));
}

void check_worth(const EngineSettings& engine) {
  const bool by_network = engine.worth == LeafWorth::kNetwork;
  if (!engine.network_file.empty() && !by_network) {
    throw UsageError(fmt::format(
        "engine {}: net= is for eval=net: leave eval= out or give eval=net.", engine.given.name));
  }
  if (engine.worth == LeafWorth::kPlayouts) return;
  refuse_keys_of_results(engine, by_network ? "eval=net" : "eval=game");
}

Key selection_key(const char* by_default, std::string_view all_but) {
  std::vector<std::pair<std::string_view, SelectionRule>> rules;
  std::vector<const char*> helps;
  for (const auto& [rule, name] : selections()) {
    if (name.word == all_but) continue;
    rules.emplace_back(name.word, rule);
    helps.push_back(name.help);
  }
  return word_key<SelectionRule>("select", by_default,
                                 fmt::format("rule of selection: {}", fmt::join(helps, ", or ")),
                                 rules, [](EngineSettings& e, SelectionRule rule) {
                                   part_of<PolicyOptions>(e).select = rule;
                                   if (rule == SelectionRule::kMents)
                                     e.backup = Backup::kSoft;  // before backup=
                                 });
}

const std::vector<Key>& policy_keys() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> keys =
        joined({choice_keys(), worth_keys(), playout_keys(), statistics_keys()});
    for (Key& key : keys) {  // all but those that say otherwise are for all games
      if (key.searches == kAnySearch) key.searches = kPolicies | kGeneral;
    }
    return keys;
  }();
  return kKeys;
}

std::vector<Key> policy_keys_named(const std::vector<std::string_view>& names) {
  std::vector<Key> keys;
  for (const Key& key : policy_keys()) {
    if (std::find(names.begin(), names.end(), key.info.name) != names.end()) keys.push_back(key);
  }
  return keys;
}

bool is_policy_key(const KeyInfo& key) {
  return std::any_of(policy_keys().begin(), policy_keys().end(), [&](const Key& policy) {
    return policy.info.name == key.name && policy.info.help == key.help;
  });
}

EngineEntry with_policies(EngineEntry entry, const std::vector<Key>& keys) {
  entry.add(keys);
  return with_checks(std::move(entry));
}

EngineEntry with_selection(EngineEntry entry, const std::vector<std::string_view>& names) {
  entry.add({selection_key("", "ments").only(kPolicies)});  // whose values are no sums of results
  entry.add(policy_keys_named(names));
  return with_checks(std::move(entry));
}

void check_knowledge(const EngineSettings& engine, const PolicyOptions& policy,
                     const Knowledge& known) {
  const bool soft = policy.select == SelectionRule::kMents;
  if (soft && !known.returns && engine.kind != EngineKind::kBatched) {
    refuse_keys_of_results(engine, "select=ments");
  }
  const std::string why = first_of(
      {{policy.rave > 0 && !known.numbered_moves,
        "rave= and grave= are for games whose moves are numbered on the board: give tic_tac_toe, "
        "ultimate_tic_tac_toe, connect_four, hex, othello, breakthrough, gomoku, go, "
        "dots_and_boxes or rolit."},
       {policy.learns() && !known.numbered_moves,
        "playout=mast, nst and lgrf are for games of two whose moves are numbered on the board: "
        "give tic_tac_toe, ultimate_tic_tac_toe, connect_four, hex, othello, breakthrough, gomoku, "
        "go or dots_and_boxes, or playout=decisive."},
       {policy.playout == PlayoutRule::kHeavy && !known.heavy_playouts,
        "playout=heavy needs a game that knows good moves: give connect_four, hex or gomoku, or "
        "playout=decisive."},
       {policy.game_priors && !known.priors,
        "priors=game needs a game that weighs moves: give connect_four, gomoku or sailing, or "
        "priors=uniform."},
       {!soft && !known.returns && engine.given.has("softness"),
        "softness= is for select=ments: leave it out, or give select=ments."},
       {engine.worth == LeafWorth::kEstimate && !known.estimate,
        "eval=game needs a game that estimates positions: give connect_four, or eval=playout."},
       {!known.position_keys && engine.given.has("cache") && !engine.given.has("cache", "0"),
        "cache= needs a game that knows its positions by a key, as for tt=: leave it out."},
       {policy.is_graph() && !known.position_keys,
        "tt= needs a game that knows its positions by a key: give tic_tac_toe, "
        "ultimate_tic_tac_toe, connect_four, hex, othello, breakthrough, gomoku, rolit, nim or "
        "2048, or tt=off."}});
  if (!why.empty()) throw UsageError(why);
}

}  // namespace banyan::bench
