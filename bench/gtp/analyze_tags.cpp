// Reads tags.
#include "bench/gtp/analyze_tags.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/gtp/protocol.hpp"
#include "bench/registry/games.hpp"
#include "games/pass_text.hpp"
#include "games/text_match.hpp"

namespace banyan::bench::gtp {
namespace {

constexpr int kMostMoves = 100'000;

class TagReader {
 public:
  TagReader(const Session& session, const Arguments& words) : session_(session), words_(words) {}

  AnalyzeTags read() {
    tags_.player = session_.position().to_move();
    if (at_ < words_.size() && is_player(words_[at_])) tags_.player = read_player(words_, at_++);
    position_ = resumed(*session_.with_turn(tags_.player));
    tags_.moves = position_->legal_moves();
    while (at_ < words_.size()) take();
    if (tags_.moves.empty()) throw Refused("no legal move is allowed");
    return std::move(tags_);
  }

 private:
  void take() {
    const std::string& word = words_[at_];
    const bool bare = is_digits(word);
    if (!bare) ++at_;
    const auto number_of_moves = [&](int lowest) {
      return static_cast<std::size_t>(
          read_whole(words_, at_++, "number of moves", lowest, kMostMoves));
    };
    if (bare || word == "interval") {
      // Zero turns it off.
      tags_.interval = std::chrono::milliseconds(
          10 * std::max(1, read_whole(words_, at_++, "interval", 0, kMostMoves)));
    } else if (word == "minmoves") {
      tags_.least = number_of_moves(0);
    } else if (word == "maxmoves") {
      tags_.most = number_of_moves(1);
    } else if (word == "allow" || word == "avoid") {
      restrict_moves(word == "allow");
    } else {
      throw Refused(fmt::format(
          "syntax error: unknown tag {}: there are interval, minmoves, maxmoves, allow and avoid",
          in_quotes(word)));
    }
  }

  void restrict_moves(bool allow) {
    const Player player = read_player(words_, at_++);
    const auto named = vertices(argument(words_, at_++, "vertices"));
    const int until = read_whole(words_, at_++, "number of plies", 1, kMostMoves);
    // The player makes the first ply, the third and so on.
    const int next_ply = player == tags_.player ? 3 : 2;
    if (until >= next_ply) {
      throw Refused(fmt::format(
          "only the first move can be restricted, and that would hold for ply {} too: give 1",
          next_ply));
    }
    if (player != tags_.player) return;
    std::erase_if(tags_.moves, [&](std::uint32_t move) {
      return (std::find(named.begin(), named.end(), move) == named.end()) == allow;
    });
  }

  /// The legal ones.
  [[nodiscard]] std::vector<std::uint32_t> vertices(const std::string& list) const {
    const Dialect& dialect = session_.dialect();
    std::vector<std::uint32_t> moves;
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(',', at), list.size());
      const std::string text = list.substr(at, end - at);
      at = end + 1;
      if (const auto move = gtp_move(dialect, *position_, text)) {
        moves.push_back(*move);
      } else if (!same_word(text, "resign") && !is_pass(text) && dialect.own &&
                 !read_gtp_cell(dialect, text)) {
        throw Refused(fmt::format("syntax error: {} is no vertex", in_quotes(text)));
      }
    }
    return moves;
  }

  const Session& session_;
  const Arguments& words_;
  std::size_t at_ = 0;
  AnalyzeTags tags_;
  std::unique_ptr<AnyGame> position_;
};

}  // namespace

AnalyzeTags read_analyze_tags(const Session& session, const std::vector<std::string>& words) {
  return TagReader(session, words).read();
}

}  // namespace banyan::bench::gtp
