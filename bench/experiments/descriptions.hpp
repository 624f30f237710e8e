// The descriptions of experiments that the program contains: NAME.json in bench/experiments, where
// studies are, and in bench/papers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bench/text/fields.hpp"

namespace banyan::bench {

/// Those of a folder, by their names.
std::vector<Field> descriptions(std::string_view folder);

/// A text, or the lines of one.
std::string prose(const Field& text);

std::vector<std::string> texts(const Field& list);

}  // namespace banyan::bench
