// The structure of the sources: directories stay small, and include one another in one direction.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>

namespace banyan::bench {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = fs::path(BANYAN_RESULTS_README).parent_path().parent_path();

/// A folder of sources.
struct Room {
  int files = 0;  ///< without tests
  std::set<std::string> includes;
};

/// The directories below these top folders, by path. Tests may include anything.
std::map<std::string, Room> rooms(const std::set<std::string>& tops) {
  std::map<std::string, Room> rooms;
  for (const std::string& top : tops) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / top)) {
      const std::string name = entry.path().filename().string();
      const bool source = name.ends_with(".cpp") || name.ends_with(".hpp");
      if (!source || name.find("_test.") != std::string::npos) continue;
      const std::string path = fs::relative(entry.path().parent_path(), kRoot).generic_string();
      Room& room = rooms[path];
      ++room.files;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        if (!line.starts_with("#include \"")) continue;
        const std::string other = fs::path(line.substr(10)).parent_path().generic_string();
        if (other != path) room.includes.insert(other);
      }
    }
  }
  return rooms;
}

/// All directories reachable from one by includes.
std::set<std::string> reached(const std::map<std::string, Room>& rooms, const std::string& from) {
  std::set<std::string> found;
  std::set<std::string> next{from};
  while (!next.empty()) {
    const std::string room = *next.begin();
    next.erase(next.begin());
    if (!rooms.contains(room)) continue;
    for (const std::string& other : rooms.at(room).includes) {
      if (found.insert(other).second) next.insert(other);
    }
  }
  return found;
}

TEST(Rooms, HoldSomeTwentyFilesAtMost) {
  for (const auto& [path, room] : rooms({"core", "parallel", "games", "bench", "dev", "python"})) {
    EXPECT_LE(room.files, 24) << path;
  }
}

TEST(Rooms, IncludeOneAnotherWithoutCircles) {
  const auto all = rooms({"core", "parallel", "bench"});
  ASSERT_TRUE(reached(all, "core/search").contains("core/base"));
  ASSERT_TRUE(reached(all, "bench/commands").contains("bench/text"));
  for (const auto& [path, room] : all) EXPECT_FALSE(reached(all, path).contains(path)) << path;
}

TEST(Rooms, OfGamesAndStrategiesKnowTheCoreAloneBesideThemselves) {
  const std::map<std::string, std::set<std::string>> unknown{
      {"core", {"games", "parallel", "bench"}},
      {"games", {"parallel", "bench"}},
      {"parallel", {"games", "bench"}}};
  for (const auto& [top, others] : unknown) {
    for (const auto& [path, room] : rooms({top})) {
      for (const std::string& other : room.includes) {
        EXPECT_FALSE(others.contains(other.substr(0, other.find('/')))) << path << " > " << other;
      }
    }
  }
}

/// They are installed as a library, without the program's other folders.
TEST(Rooms, OfTheLibraryOfMatchesKnowTheCoreAloneBesideThemselves) {
  const std::set<std::string> library{"bench/pairs", "bench/statistics"};
  const auto all = rooms({"bench"});
  for (const std::string& room : library) {
    ASSERT_TRUE(all.contains(room)) << room;
    for (const std::string& other : all.at(room).includes) {
      EXPECT_TRUE(library.contains(other) || other.starts_with("core/")) << room << " > " << other;
    }
  }
}

}  // namespace
}  // namespace banyan::bench
