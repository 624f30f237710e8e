// Advice as people read it, as JSON, and as rows.
#pragma once

#include <string>
#include <vector>

#include "bench/advise/advise.hpp"
#include "bench/rows/row.hpp"
#include "bench/text/json.hpp"

namespace banyan::bench {

/// The answer in plain words, a sentence each: what to use, what it gains, how sure that is, and
/// which others are as good as far as the games tell.
std::vector<std::string> answer_text(const AdviseOptions& options, const Advice& advice);

/// Commands that would make it surer, the first the same again for longer; none where nothing
/// would.
std::vector<std::string> surer_commands(const AdviseOptions& options, const Advice& advice);

/// The answer, the table of all candidates, and what to run to be surer.
std::string advice_text(const AdviseOptions& options, const Advice& advice);

/// What was asked, as fields of `advise --json`.
Json question_json(const AdviseOptions& options);

/// All fields of `advise --json`, but for the provenance.
Json advice_json(const AdviseOptions& options, const Advice& advice);

/// The answer, the speeds, and the Elo of all that were raced over the baseline.
std::vector<Row> advice_rows(const AdviseOptions& options, const Advice& advice);

}  // namespace banyan::bench
