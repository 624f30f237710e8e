// The measured search policies.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::bench {

/// The policies measured on a game, each as an engine spec: those of every game, and those for
/// which this game has the knowledge.
std::vector<std::string> policies_of(std::string_view game);

}  // namespace banyan::bench
