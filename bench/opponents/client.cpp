// Communicates with foreign programs, and names their faults.
#include "bench/opponents/client.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <utility>

#include "bench/opponents/called_search.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/files.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

constexpr std::array kFaults{"resigned",     "crash",   "time-out", "garbage",
                             "illegal move", "refusal", "time"};

}  // namespace

const char* to_text(Fault fault) { return kFaults.at(static_cast<std::size_t>(fault)); }

Fault parse_fault(const std::string& text) {
  for (std::size_t i = 0; i < kFaults.size(); ++i) {
    if (text == kFaults[i]) return static_cast<Fault>(i);
  }
  throw UsageError(fmt::format("{} is no way to lose a game.", in_quotes(text)));
}

std::string Client::as_name(std::string_view text) {
  constexpr std::size_t kLongest = 100;
  return cut_to_width(printable(trimmed(text)), kLongest);
}

Client::Client(const AnyGame& start, const EngineSettings& settings)
    : settings_(settings),
      theirs_(settings.own<OpponentSettings>()),
      first_(parse_game(start.spec()).start->clone()),
      dialect_(dialect_of(start)) {}

void Client::start() {
  if (process_) return;
  process_ = std::make_unique<Process>(theirs_.command);
  greet();
}

void Client::fail(Fault fault, const std::string& what) {
  throw OpponentFault(fault,
                      fmt::format("{} {}; {}.", settings_.spec, what, process_->last_words()));
}

void Client::fail_too_long(const Question& question) {
  fail(Fault::kGarbage, fmt::format("answered {} by more than {} MB", in_quotes(question.text),
                                    kMostAnswer / 1'000'000));
}

std::string Client::next_line(const Question& question) {
  std::string line;
  switch (process_->read(line, question.deadline, stop_)) {
    case Process::Heard::kLine:
      return line;
    case Process::Heard::kTooLong:
      fail_too_long(question);
    case Process::Heard::kEnd:
      fail(Fault::kCrash, fmt::format("crashed when asked {}: {}", in_quotes(question.text),
                                      process_->end_text()));
    case Process::Heard::kTimeout:
      fail(Fault::kTimeout, fmt::format("did not answer {} in time", in_quotes(question.text)));
    case Process::Heard::kStopped:
      break;
  }
  throw Stopped{};
}

SearchResult Client::search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                            std::stop_token stop) {
  const Clock::time_point begin = Clock::now();
  stop_ = std::move(stop);
  SearchResult result;
  result.value = 0.5;
  for (const std::uint32_t move : position.legal_moves()) result.children.push_back({move, 0, 0});
  const auto pass = dialect_.forced_passes ? legal_pass(position) : std::nullopt;
  try {
    if (!pass) start();
    if (!pass && position.set_up_from() && !takes_stones()) {
      fail(Fault::kRefusal, "cannot be told of stones that were set up, only of moves");
    }
    const auto text = pass ? std::nullopt : choose(position, limits, key, result);
    if (!pass && !text) {
      throw OpponentFault(Fault::kResigned, fmt::format("{} resigned.", settings_.spec));
    }
    const auto move = pass ? pass : read_move(position, *text);
    if (!move) {
      fail(Fault::kIllegalMove, fmt::format("played {}, which is not legal after {} moves",
                                            in_quotes(*text), position.moves().size()));
    }
    result.best_move = *move;
  } catch (const Stopped&) {
    process_.reset();
    result.best_move = result.children.front().move;
  } catch (const OpponentFault& fault) {
    // Its further output must not answer the next question.
    if (fault.fault() != Fault::kResigned) process_.reset();
    throw;
  } catch (const UsageError& error) {  // it could not be restarted
    process_.reset();
    throw OpponentFault(Fault::kCrash, fmt::format("{}: {}", settings_.spec, error.what()));
  }
  if (result.principal_variation.empty()) result.principal_variation = {result.best_move};
  result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return result;
}

std::unique_ptr<AnyEngine> make_opponent(const AnyGame& position, const EngineSettings& settings) {
  if (auto called = make_called_search(settings)) return called;
  if (settings.own<OpponentSettings>().command.empty()) {
    throw UsageError(fmt::format(
        "engine {} has no program: give cmd=, such as cmd='gnugo --mode gtp'.", settings.spec));
  }
  std::unique_ptr<Client> client = settings.kind == EngineKind::kGtp
                                       ? make_gtp_client(position, settings)
                                       : make_uci_client(position, settings);
  try {
    client->start();
  } catch (const OpponentFault& fault) {
    throw UsageError(fault.what());
  } catch (const Client::Stopped&) {
    throw Interrupted(fmt::format("interrupted before {} answered.", settings.spec));
  }
  return client;
}

void tell_clocks(AnyEngine& engine, const GameClocks& clocks) {
  if (auto* const client = dynamic_cast<Client*>(&engine)) client->set_clocks(clocks);
}

void need_stones(const AnyEngine& engine) {
  const auto* const client = dynamic_cast<const Client*>(&engine);
  if (client == nullptr || client->takes_stones()) return;
  throw UsageError(fmt::format(
      "--openings: {} cannot be told of boards, only of moves: give openings without boards.",
      client->settings().spec));
}

std::optional<ProgramName> program_name(const AnyEngine& engine) {
  const auto* const client = dynamic_cast<const Client*>(&engine);
  return client == nullptr ? std::nullopt : std::optional(client->name());
}

}  // namespace banyan::bench
