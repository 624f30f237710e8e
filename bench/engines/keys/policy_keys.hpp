// The keys of search policies, which several engines share, and what they imply.
#pragma once

#include <vector>

#include "bench/registry/engine_entry.hpp"

namespace banyan::bench {

/// Keys of seq, leaf, root, tree and hybrid. With any of them but `temperature`, which suits every
/// search, the engine is a PolicySearch (parallel/strategies/policy_search.hpp) of its shape; but
/// see EngineSettings::fits_fast_trees() for `solver` and `reuse`.
const std::vector<Key>& policy_keys();

/// The rules of selection, without that of this name.
Key selection_key(const char* by_default, std::string_view all_but);

/// Those of these names.
std::vector<Key> policy_keys_named(const std::vector<std::string_view>& names);

/// Whether a key is one of those.
bool is_policy_key(const KeyInfo& key);

/// Adds a key that others imply, unless the spec says it.
void imply(Spec& spec, bool when, const char* key, const char* value);
/// What net=, gumbel_scale= and widen_power= imply, in whichever engine.
void imply_evaluation(Spec& spec);
/// What select= implies.
void imply_by_selection(Spec& spec);

/// An engine with these of policy_keys() too, what they imply, and what is refused of them. The
/// entry's own checks come first.
EngineEntry with_policies(EngineEntry entry, const std::vector<Key>& keys = policy_keys());

/// An engine with `select` and these keys of selection; its leaves are played out as in plain
/// search.
EngineEntry with_selection(EngineEntry entry, const std::vector<std::string_view>& names);

/// The keys of all selection that needs no results besides those of the playouts.
inline const std::vector<std::string_view> kSelectionKeys{
    "children", "fpu",   "widen", "widen_power", "range",       "draw",
    "priors",   "noise", "alpha", "gumbel",      "gumbel_scale"};

/// Throws UsageError for keys that make no sense together with what a leaf is worth.
void check_worth(const EngineSettings& engine);
/// The same of a Gumbel search.
void check_gumbel(const EngineSettings& engine);

/// What a game has that policies can ask for.
struct Knowledge {
  bool numbered_moves;
  bool heavy_playouts;
  bool priors;
  bool estimate;
  bool position_keys;
  bool returns;  ///< of chance or many players: its values are real numbers
};

/// Throws UsageError for a policy that the game has nothing for.
void check_knowledge(const EngineSettings& engine, const PolicyOptions& policy,
                     const Knowledge& known);

}  // namespace banyan::bench
