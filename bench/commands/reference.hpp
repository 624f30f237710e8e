// The games and engines of this program as Markdown, for docs/games.md and docs/engines.md.
#pragma once

#include <string>

namespace banyan::bench {

/// Every game with its keys, by what it needs of a search.
std::string games_reference();

/// Every engine with the keys of its own, then those that many engines share.
std::string engines_reference();

}  // namespace banyan::bench
