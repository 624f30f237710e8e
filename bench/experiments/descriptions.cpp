// Reads descriptions.
#include "bench/experiments/descriptions.hpp"

#include <fmt/format.h>

#include "bench/machine/embedded.hpp"

namespace banyan::bench {

std::vector<Field> descriptions(std::string_view folder) {
  std::vector<Field> found;
  for (const auto& [path, text] : embedded_files()) {
    if (path.substr(0, path.find('/')) != folder) continue;
    found.push_back(Field::of_text(text, std::string(path)));
  }
  return found;
}

std::vector<std::string> texts(const Field& list) {
  std::vector<std::string> all;
  for (const Field& text : list.elements()) all.push_back(text.text());
  return all;
}

std::string prose(const Field& text) {
  return text.json().is_array() ? fmt::format("{}", fmt::join(texts(text), " ")) : text.text();
}

}  // namespace banyan::bench
