// Shared by the clients of all protocols: a program, the game as it knows it, and its faults.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "bench/machine/interrupt.hpp"
#include "bench/notation/dialect.hpp"
#include "bench/opponents/opponent.hpp"
#include "bench/opponents/process.hpp"
#include "bench/registry/engines.hpp"

namespace banyan::bench {

/// An engine behind pipes. Derived classes implement the protocol.
class Client : public AnyEngine {
 public:
  /// Thrown if a stop request ends a question.
  struct Stopped {};

  Client(const AnyGame& start, const EngineSettings& settings);

  SearchResult search(const AnyGame& position, const Limits& limits, const StreamKey& key,
                      std::stop_token stop) override;

  /// Starts the program if it is not running. The factory must call it once. Throws Stopped.
  void start();

  [[nodiscard]] const ProgramName& name() const { return name_; }
  [[nodiscard]] const EngineSettings& settings() const { return settings_; }

  /// Sets what the players' clocks show when the next search begins.
  void set_clocks(const GameClocks& clocks) { clocks_ = clocks; }
  /// Whether the running program can be told of stones that were set up.
  [[nodiscard]] virtual bool takes_stones() const { return false; }

 protected:
  /// An unanswered question.
  struct Question {
    std::string text;  ///< for messages
    Clock::time_point deadline;
  };

  /// Begins the conversation and chooses the game. Throws OpponentFault (kRefusal if it does not
  /// play the game).
  virtual void greet() = 0;
  /// Asks it for a move in this position. Returns the move's text; nothing if it resigns.
  virtual std::optional<std::string> choose(const AnyGame& position, const Limits& limits,
                                            const StreamKey& key, SearchResult& result) = 0;
  /// The move with that text, if it is legal.
  [[nodiscard]] virtual std::optional<std::uint32_t> read_move(const AnyGame& position,
                                                               const std::string& text) const = 0;

  void send(const std::string& line) { process_->send(line); }
  /// The most bytes kept of an answer: more is garbage.
  static constexpr std::size_t kMostAnswer = Process::kLongestLine;

  /// The next line of its answer. Throws OpponentFault or Stopped.
  std::string next_line(const Question& question);
  [[noreturn]] void fail_too_long(const Question& question);
  /// What it reports about itself, made safe to write.
  static std::string as_name(std::string_view text);
  /// Throws OpponentFault: "gtp:cmd=x WHAT; its last words: '...'."
  [[noreturn]] void fail(Fault fault, const std::string& what);
  /// `more` is the thinking time that it was given.
  [[nodiscard]] Question question(const std::string& text,
                                  std::chrono::nanoseconds more = {}) const {
    return {text, Clock::now() + theirs_.timeout + more};
  }

  /// The rest of that player's clock.
  [[nodiscard]] const GameClock& clock_of(Player player) const {
    return clocks_->at(static_cast<std::size_t>(player));
  }

  const EngineSettings settings_;
  const OpponentSettings theirs_;
  const std::unique_ptr<const AnyGame> first_;  ///< of the game, without the moves that led to it
  const Dialect dialect_;
  ProgramName name_;
  std::optional<GameClocks> clocks_;  ///< nothing: games have no clocks

 private:
  std::unique_ptr<Process> process_;
  std::stop_token stop_ = interrupt_token();  ///< of the current search
};

std::unique_ptr<Client> make_gtp_client(const AnyGame& position, const EngineSettings& settings);
std::unique_ptr<Client> make_uci_client(const AnyGame& position, const EngineSettings& settings);

}  // namespace banyan::bench
