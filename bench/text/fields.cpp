// Checked access to JSON.
#include "bench/text/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bench/text/spec.hpp"

namespace banyan::bench {

Json json_of_file(const std::filesystem::path& file) {
  return read_json(read_file(file, kMostText));
}

Field::Field(std::string file, std::string path, Json value)
    : file_(std::move(file)), path_(std::move(path)), value_(std::move(value)) {}

Field Field::of_file(const std::filesystem::path& file, std::size_t most) {
  return of_text(read_file(file, most), file.string());
}

Field Field::of_text(std::string_view text, std::string file) {
  Json value = read_any_json(text);
  if (const auto place = place_of_control(value)) {
    Field(file, *place, nullptr).refuse("holds a control character: banyan bench did not write it");
  }
  if (value.is_discarded()) {
    throw UsageError(fmt::format("{} is not JSON: it is damaged or was cut off.", file));
  }
  if (!value.is_object()) {
    throw UsageError(fmt::format("{} holds no JSON object: banyan bench did not write it.", file));
  }
  return {std::move(file), "", std::move(value)};
}

Field Field::operator[](std::string_view name) const {
  const std::string path = path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  if (!value_.is_object()) refuse_kind("an object");
  const auto found = value_.find(std::string(name));
  if (found == value_.end()) Field(file_, path, nullptr).refuse("is missing");
  return {file_, path, *found};
}

std::vector<Field> Field::elements() const {
  if (!value_.is_array()) refuse_kind("an array");
  std::vector<Field> all;
  for (std::size_t i = 0; i < value_.size(); ++i) {
    all.push_back({file_, fmt::format("{}[{}]", path_, i), value_[i]});
  }
  return all;
}

std::vector<std::pair<std::string, Field>> Field::members() const {
  if (!value_.is_object()) refuse_kind("an object");
  std::vector<std::pair<std::string, Field>> all;
  for (const auto& [name, value] : value_.items()) all.emplace_back(name, (*this)[name]);
  return all;
}

std::string Field::text() const {
  if (!value_.is_string()) refuse_kind("a text");
  return value_.get<std::string>();
}

double Field::number() const {
  if (!value_.is_number() || !std::isfinite(value_.get<double>())) refuse_kind("a number");
  return value_.get<double>();
}

double Field::number_or(double without) const { return value_.is_null() ? without : number(); }

std::uint64_t Field::count() const {
  const bool whole = value_.is_number_integer();  // read from a text, it is unsigned then
  if (!whole || (!value_.is_number_unsigned() && value_.get<std::int64_t>() < 0)) {
    refuse_kind("a whole number from 0");
  }
  return value_.get<std::uint64_t>();
}

bool Field::flag() const {
  if (!value_.is_boolean()) refuse_kind("true or false");
  return value_.get<bool>();
}

bool Field::has(std::string_view name) const {
  return value_.is_object() && value_.contains(std::string(name));
}

bool has_fields(const Json& object, const Json& fields) {
  const auto& all = fields.items();
  return std::all_of(all.begin(), all.end(), [&](const auto& field) {
    return object.value(field.key(), Json()) == field.value();
  });
}

void Field::refuse(std::string_view what) const {
  throw UsageError(fmt::format("{}: field {} {}.", file_, path_, what));
}

void Field::refuse_kind(std::string_view expected) const {
  std::string given = value_.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (given.size() > 40) given = given.substr(0, 37) + "...";
  refuse(fmt::format("is {}: {} is expected", given, expected));
}

}  // namespace banyan::bench
