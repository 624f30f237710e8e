// The text of a swap of pieces, as HTP, SGF and HexGui have it.
#pragma once

#include <string_view>

#include "games/text_match.hpp"

namespace banyan {

inline constexpr std::string_view kSwapText = "swap-pieces";

/// Whether `text` says so, in upper or lower case.
inline bool is_swap(std::string_view text) { return same_word(text, kSwapText); }

}  // namespace banyan
