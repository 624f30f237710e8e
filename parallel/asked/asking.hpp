// Whether a tree that asks has something to ask for.
#pragma once

#include <cstdint>

namespace banyan {

/// What the next ask() can give.
enum class Asking : std::uint8_t {
  kReady,    ///< leaves
  kWaiting,  ///< nothing until a leaf is told or has failed
  kProven,   ///< nothing more: the result of the root is proven
  kOver,     ///< nothing: the game is over
};

}  // namespace banyan
