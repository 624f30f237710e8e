// What `banyan signature` prints is what results/machines/README.md says for vectors of this width.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstddef>
#include <filesystem>
#include <regex>
#include <string>

#include "bench/program_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

/// What the table's row says of vectors of so many floats: "| 8 | AVX2 | `0123456789abcdef` |".
std::string promised(const std::string& page, std::size_t lanes) {
  std::smatch row;
  const std::regex pattern(fmt::format(R"(\n\| {} \|[^\n]*\| `([0-9a-f]{{16}})` \|\n)", lanes));
  return std::regex_search(page, row, pattern) ? row[1].str() : "nothing";
}

TEST(Signature, IsWhatTheTableOfMachinesSaysForVectorsOfThisWidth) {
  namespace hn = hwy::HWY_NAMESPACE;
  const std::size_t lanes = hn::MaxLanes(hn::ScalableTag<float>());
  const auto table =
      std::filesystem::path(BANYAN_RESULTS_README).parent_path() / "machines" / "README.md";
  EXPECT_EQ(run_banyan({"signature"}).out, promised(read_file(table), lanes) + "\n")
      << "Searches find something else than " << table.string() << " says for vectors of " << lanes
      << " floats. A commit that means this says why, and puts the new number into all rows.";
}

}  // namespace
}  // namespace banyan::bench
