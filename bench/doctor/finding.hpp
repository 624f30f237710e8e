// What the doctor finds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace banyan::bench::doctor {

struct Finding {
  std::string name;  ///< for programs, as in "values-of-other-player"
  std::string text;  ///< sentences
  int weight = 0;    ///< the worst are the highest
  std::optional<std::uint64_t> iteration = std::nullopt;  ///< where it shows first, from 1
  std::vector<std::string> alternatives = {};             ///< names of what would look the same
};

struct Diagnosis {
  std::string game;
  std::uint64_t searches = 0;
  std::uint64_t iterations = 0;
  std::string rule;               ///< a sentence
  std::vector<Finding> findings;  ///< the worst first
  std::vector<std::string> right;
  std::vector<std::string> unseen;
};

}  // namespace banyan::bench::doctor
