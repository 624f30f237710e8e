// The report's page: its HTML, with places to fill.
#pragma once

namespace banyan::bench {

/// A whole page. Each {{name}} is a place: title, where, verdict, warnings, sections, left_out,
/// provenance, command, settings.
extern const char* const kPage;

}  // namespace banyan::bench
