// Which search policies are measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace banyan::bench {

/// The policies that are measured on a game, each as an engine spec: those of every game, and those
/// that this one knows more for.
std::vector<std::string> policies_of(std::string_view game);

}  // namespace banyan::bench
