// The name and keys of a game or an engine, as JSON.
#pragma once

#include "bench/text/json.hpp"
#include "bench/text/spec.hpp"

namespace banyan::bench {

/// name, help and keys: an entry of `list --json`.
Json info_json(const SpecInfo& info);

}  // namespace banyan::bench
