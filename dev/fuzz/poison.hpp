// Hostile text for files of results: it would run, or become visible, if it were not escaped.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/text/json.hpp"
#include "dev/fuzz/json_places.hpp"

namespace banyan::bench {

/// Texts that would make the file `ran` if a shell or awk ran them, or an element if HTML or
/// Markdown interpreted them. None has a control character.
inline std::vector<std::string> poisons(const std::filesystem::path& ran) {
  const std::string touch = "touch " + ran.string();
  const std::string run = "system \"" + touch + "\"";
  const std::string markup = "<img src=x onerror=alert(1)>{{verdict}} ](javascript:x) | %s%n {0}";
  return {
      "'; " + run + "; ' } ; " + run + " ; { ' \\'; !" + touch + " #\\ " + markup,
      "\"; system '" + touch + "' # `" + touch + "`$(" + touch + "); " + touch + " \">" + markup};
}

/// Texts that no result holds: they would end a line or control a terminal.
inline std::vector<std::string> control_poisons(const std::filesystem::path& ran) {
  const std::string touch = "touch " + ran.string();
  return {"\nsystem '" + touch + "'\n", "\r\nsystem '" + touch + "'", "\x1b]0;x\x07",
          "\xc2\x9b"
          "2J",
          "\xe2\x80\xae"};
}

/// The document with `poison` appended to the texts at these places.
inline Json poisoned(Json json, const std::vector<Json::json_pointer>& places,
                     const std::string& poison) {
  for (const Json::json_pointer& place : places) {
    if (json[place].is_string()) json[place] = json[place].get<std::string>() + poison;
  }
  return json;
}

}  // namespace banyan::bench
