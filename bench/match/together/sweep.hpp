// Sweeps: a match for each value of some keys, as in `virtual:workers={2|4|8}` against
// `root:threads={same}`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "bench/match/together/together.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The most matches of a sweep.
inline constexpr std::size_t kMostSwept = 100;

/// Two specs, and the values in them.
struct SweptPair {
  std::string a;
  std::string b;
  std::vector<std::string> values;  ///< one for each list
};

struct Sweep {
  std::string a;  ///< as they were written
  std::string b;
  std::vector<std::string> keys;  ///< of the lists; "engine" for one that is no key's value
  std::vector<SweptPair> pairs;   ///< all combinations, the last list's values next to each other

  /// "workers=4,vl=mean"; a value with a comma or '=' is in quotes.
  [[nodiscard]] std::string name_of(std::size_t pair) const;
};

/// Whether a spec has a list: braces outside of quotes.
bool has_list(std::string_view spec);

/// Writes a sweep out. In `b`, {same} stands for the value of the first list in `a`, and {key} for
/// that of the list of this key there. Throws UsageError.
Sweep parse_sweep(std::string_view a, std::string_view b);

/// The matches of the sweep, with the options of one.
std::vector<MatchOptions> sweep_matches(const MatchOptions& options, const Sweep& sweep);

/// What determines the games of a sweep.
Json sweep_settings(const MatchOptions& options, const Sweep& sweep);

/// The fields of `match --json` with lists.
Json sweep_json(const MatchOptions& options, const Sweep& sweep, const PlayedMatches& played);

/// A table of the matches for readers; the last lines say what was shown.
std::string sweep_text(const MatchOptions& options, const Sweep& sweep,
                       const PlayedMatches& played);

/// Those lines alone.
std::string sweep_verdict(const MatchOptions& options, const Sweep& sweep,
                          const PlayedMatches& played);

}  // namespace banyan::bench
