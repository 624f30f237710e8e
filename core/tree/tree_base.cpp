// What every tree needs.
#include "core/tree/tree_base.hpp"

#include <stdexcept>
#include <string>

namespace banyan {

void throw_no_room(std::size_t bytes) {
  throw std::runtime_error("a tree's memory of " + std::to_string(bytes) +
                           " bytes is too small for the children of its root: give more memory.");
}

}  // namespace banyan
