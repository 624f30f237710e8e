// Where the values of a JSON document are.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "bench/text/json.hpp"

namespace banyan::bench {

/// The places of values by their names alone: "results/3/wins" and "results/4/wins" both belong to
/// "/results/*/wins".
using JsonPlaces = std::map<std::string, std::vector<Json::json_pointer>>;

/// Adds those of all values in `json`, except itself.
inline void list_places(const Json& json, JsonPlaces& places,
                        const Json::json_pointer& here = Json::json_pointer(),
                        const std::string& names = {}) {
  if (!here.empty()) places[names].push_back(here);
  if (json.is_object()) {
    for (const auto& [name, value] : json.items()) {
      list_places(value, places, here / name, names + "/" + name);
    }
  } else if (json.is_array()) {
    for (std::size_t i = 0; i < json.size(); ++i) {
      list_places(json[i], places, here / i, names + "/*");
    }
  }
}

}  // namespace banyan::bench
