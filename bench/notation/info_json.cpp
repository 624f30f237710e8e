// The entries of lists as JSON.
#include "bench/notation/info_json.hpp"

namespace banyan::bench {

Json info_json(const SpecInfo& info) {
  Json keys = Json::array();
  for (const KeyInfo& key : info.keys) {
    keys.push_back({{"name", key.name},
                    {"default", key.default_text.empty() ? Json(nullptr) : Json(key.default_text)},
                    {"allowed", key.allowed_text},
                    {"help", key.help}});
  }
  return {{"name", info.name}, {"help", info.help}, {"keys", keys}};
}

}  // namespace banyan::bench
