// The keys of foreign programs.
#include "bench/engines/keys/keys.hpp"
#include "bench/opponents/opponent.hpp"
#include "bench/registry/engine_entry.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {
namespace {

OpponentSettings& own(EngineSettings& e) { return e.own<OpponentSettings>(); }

const Key kCommand{
    {"cmd", "", "a command line, in quotes if it has commas",
     "the program and its arguments, as in cmd='gnugo --mode gtp --chinese-rules'; it runs as long "
     "as the games last, once for each of the games at once"},
    [](const Settings& s, EngineSettings& e) {
      own(e).command = split_words(s.text("cmd"), "cmd");
    }};

const Key kTimeout{
    {"timeout", "60s", "a duration such as 10s",
     "the longest that an answer may take; that of a move beyond its time"},
    [](const Settings& s, EngineSettings& e) { own(e).timeout = s.duration("timeout"); }};

const Key kFault{
    {"fault", "loss", "loss or stop",
     "a crash, a time-out, garbage, a refusal or an illegal move loses the game and the "
     "program is started anew, or it ends the match"},
    [](const Settings& s, EngineSettings& e) {
      own(e).stop_on_fault = s.word("fault", {"loss", "stop"}) == 1;
    }};

const Key kSetup{
    {"setup", "", "commands separated by ;, in quotes",
     "sent before the first game, as in setup='level 5' or setup='setoption name Hash value 64'"},
    [](const Settings& s, EngineSettings& e) {
      own(e).setup = parse_list(s.text("setup"), ';', "setup");
    }};

const Key kVariant{
    {"variant", "", "a name that it knows", "what it calls the game, where we do not know that"},
    [](const Settings& s, EngineSettings& e) { own(e).variant = s.text("variant"); }};

void add_to_go(EngineSettings& e, const std::string& text) {
  std::string& go = own(e).go;
  go += (go.empty() ? "" : " ") + text;
}

const Key kNodes{{"nodes", "", "1 to 1G", "nodes for a move: the same whatever the machine"},
                 [](const Settings& s, EngineSettings& e) {
                   add_to_go(e, "nodes " + std::to_string(s.count("nodes", 1, 1'000'000'000)));
                 }};

const Key kDepth{{"depth", "", "1 to 100", "depth of its search for a move"},
                 [](const Settings& s, EngineSettings& e) {
                   add_to_go(e, "depth " + std::to_string(s.count("depth", 1, 100)));
                 }};

}  // namespace

std::vector<EngineEntry> opponent_entries() {
  const Key threads = threads_key(
      "1", kMaxThreads, "cores that a match leaves to it; UCI programs are told so many threads");
  const Key time = own_time_key();
  return {{EngineKind::kGtp,
           "gtp",
           "a foreign program that speaks the Go Text Protocol: its own budget, or --time in whole "
           "seconds; every move is checked by our rules",
           {kCommand, kTimeout, kFault, threads, kSetup, time}},
          {EngineKind::kUci,
           "uci",
           "a foreign program that speaks the Universal Chess Interface, for breakthrough",
           {kCommand, kVariant, kNodes, kDepth, kTimeout, kFault, threads, kSetup, time}}};
}

}  // namespace banyan::bench
