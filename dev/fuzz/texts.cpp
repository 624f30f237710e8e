// Random texts and JSON for this program's readers.
#include <fmt/format.h>

#include <sstream>

#include "bench/registry/engines.hpp"
#include "bench/registry/games.hpp"
#include "bench/text/fields.hpp"
#include "dev/fuzz/fuzz.hpp"

namespace banyan::bench::fuzz {
namespace {

std::string any_spec(const std::vector<SpecInfo>& infos, Dice& dice) {
  const SpecInfo& info = dice.pick(infos);
  Spec spec{info.name, {}};
  for (std::size_t keys = dice.below(5); keys > 0 && !info.keys.empty(); --keys) {
    const KeyInfo& key = dice.pick(info.keys);
    std::string value = any_value(dice);
    if (!key.default_text.empty() && dice.one_in(3)) value = key.default_text;
    if (key.name == "cmd") value = dice.pick(words("true false cat no_such \"sh '\""));
    if (key.name == "timeout") value = dice.pick(words("20ms 0s x"));
    if (key.name == "memory") value = dice.pick<std::string>({"256k", "1M", "300M", "1T", value});
    if (!spec.has(key.name) || dice.one_in(20)) spec.keys.emplace_back(key.name, value);
  }
  std::string text = to_text(spec);
  return dice.one_in(6) ? mutated(std::move(text), dice) : text;
}

/// A text that is equal when what it is read as is read again.
template <class Read>
Trial try_reading(const std::string& text, const Read& read) {
  return {text, fault_of_reading([&]() -> std::string {
            const std::string once = read(text);
            const std::string again = read(once);
            if (once == again) return {};
            return fmt::format("is read as {}, and that as {}", once, again);
          })};
}

std::string any_json(Dice& dice, std::size_t depth) {
  switch (dice.below(depth > 4 ? 5 : 7)) {
    case 0:
      return dice.pick(words("null true false"));
    case 1:
    case 2:
      return dice.pick(
          words("0 -1 1.5 1e308 -1e-320 18446744073709551615 18446744073709551616 1e999"));
    case 3:
    case 4:
      return Json(any_value(dice)).dump(-1, ' ', true, Json::error_handler_t::replace);
    case 5: {
      std::string text = "[";
      for (std::size_t n = dice.below(4); n > 0; --n) {
        text += any_json(dice, depth + 1) + (n > 1 ? "," : "");
      }
      return text + "]";
    }
    default: {
      std::string text = "{";
      for (std::size_t n = dice.below(4); n > 0; --n) {
        text += fmt::format("\"{}\":{}{}", dice.pick<std::string>({"a", "b", "games", ""}),
                            any_json(dice, depth + 1), n > 1 ? "," : "");
      }
      return text + "}";
    }
  }
}

/// Visits every value like a reader of results.
void read_all(const Field& field) {
  if (field.json().is_object()) {
    for (const auto& [name, value] : field.members()) read_all(value);
  } else if (field.json().is_array()) {
    for (const Field& value : field.elements()) read_all(value);
  } else if (field.json().is_number()) {
    field.number();
  }
}

}  // namespace

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

std::string any_value(Dice& dice) {
  static const std::vector<std::string> kValues = [] {
    std::vector<std::string> values = words(
        "0 1 2 3 4 8 64 -1 1.5 0.5 1e18 1e-400 nan inf 0x10 18446744073709551615 "
        "99999999999999999999999 1us 1ms 5ms 0s 3d on off none sum max mean average wu free node "
        "uct1 uct2 game tuned puct regularized heavy robust lcb a1 d3 pass random:plies=2");
    for (const char* odd : {"", " ", "=", ",", ";", "\x1b[31m", "\xff", "\xc2\xb1"}) {
      values.emplace_back(odd);
    }
    return values;
  }();
  if (dice.one_in(60)) return std::string(1 + dice.below(120'000), 'x');
  return dice.pick(kValues);
}

std::string mutated(std::string text, Dice& dice) {
  static const std::string kTelling = "{}[]\",:;=.-+0123456789eE \n\t\\/ntf";
  for (std::size_t changes = 1 + dice.below(4); changes > 0; --changes) {
    const std::size_t at = dice.below(text.size() + 1);
    const char byte =
        dice.one_in(4) ? static_cast<char>(dice.below(256)) : kTelling[dice.below(kTelling.size())];
    switch (dice.below(5)) {
      case 0:
        text.insert(at, 1, byte);
        break;
      case 1:
        if (at < text.size()) text[at] = byte;
        break;
      case 2:
        text.erase(at, 1 + dice.below(8));
        break;
      case 3:
        text.insert(at, text.substr(at, dice.below(40)));
        break;
      default:
        if (dice.one_in(8)) text.resize(at);
    }
  }
  return text;
}

std::string any_engine(Dice& dice) { return any_spec(engine_infos(), dice); }

std::string any_game(Dice& dice) {
  std::vector<SpecInfo> infos;
  for (const GameInfo& game : games()) infos.push_back(game.info);
  return any_spec(infos, dice);
}

Trial try_spec(Dice& dice) {
  if (dice.one_in(2)) {
    return try_reading(any_engine(dice),
                       [](const std::string& text) { return parse_engine(text).canonical; });
  }
  return try_reading(any_game(dice),
                     [](const std::string& text) { return parse_game(text).canonical; });
}

Trial try_json(Dice& dice) {
  std::string input;
  if (dice.one_in(20)) {
    const std::string open = dice.pick<std::string>({"[", "{\"a\":", "[{\"a\":["});
    for (std::size_t depth = dice.below(100'000); depth > 0; --depth) input += open;
  } else {
    input = "{\"games\":" + any_json(dice, 0) + "}";
    if (dice.one_in(3)) input = mutated(std::move(input), dice);
  }
  return try_reading(input, [](const std::string& text) {
    const Field whole = Field::of_text(text, "FILE");
    read_all(whole);
    return whole.json().dump(-1, ' ', true, Json::error_handler_t::replace);
  });
}

}  // namespace banyan::bench::fuzz
