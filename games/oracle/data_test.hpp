// Where the tests of the solvers find positions with known answers: in data/ beside them.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace banyan::oracle {

/// The lines of a file below games/; none if there is no such file.
inline std::vector<std::string> data_lines(const std::string& name) {
  std::ifstream file(std::string(BANYAN_GAMES) + "/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

}  // namespace banyan::oracle
