// Runs the checks, and writes what they found.
#include "bench/doctor/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "bench/doctor/checks.hpp"
#include "bench/doctor/fitting/rule_fit.hpp"
#include "bench/text/spec.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench::doctor {
namespace {

std::string section(const std::string& title, const std::vector<std::string>& items) {
  if (items.empty()) return "";
  std::string text = "\n" + title + "\n";
  for (const std::string& item : items) {
    std::string lines = wrapped(item, 96);
    for (std::size_t at = 0; (at = lines.find('\n', at)) != std::string::npos; at += 3) {
      lines.insert(at + 1, "  ");
    }
    text += "- " + lines + "\n";
  }
  return text;
}

std::string growth_text(const Reading& reading) {
  const Growth& growth = reading.growth;
  if (growth.others > 1) {
    return fmt::format("A node gets children after {} visits.", growth.others);
  }
  return growth.root == 0 ? "Each iteration adds one node to the tree."
                          : "The first playout begins at the root; then each iteration adds one "
                            "node to the tree.";
}

}  // namespace

WantedRule parse_rule(const std::string& text) {
  if (text.empty()) return {};
  const KeyInfo c{"c", "", "0 to 1000", "the constant"};
  const std::vector<SpecInfo> rules{
      {"ucb1", "", {c}}, {"tuned", "UCB1-Tuned", {c}}, {"puct", "", {c}}};
  const Spec spec = parse_spec(text, "--rule");
  const Settings settings(spec, find_info(rules, spec.name, "--rule"));
  const Family family = spec.name == "puct"    ? Family::kPuct
                        : spec.name == "tuned" ? Family::kTuned
                                               : Family::kUcb1;
  if (!settings.has_value("c")) return {family, std::nullopt};
  return {family, settings.real("c", 0, 1000)};
}

Diagnosis diagnose(const WatchedLog& log, const Asked& asked) {
  Diagnosis found;
  found.game = log.game;
  found.searches = log.searches.size();
  for (const WatchedSearch& search : log.searches) {
    found.iterations += search.iterations.size() + search.lost;
  }
  if (found.iterations > 0) {
    const RuleFit fit = fit_rule(log, asked.rule,
                                 asked.claims ? ways_of_claims(log, *asked.claims)
                                              : std::vector<bool>(backups().size(), true));
    check_iterations(log, fit, found);
    check_ends(log, fit.reading, found);
    check_starts(log, fit.reading, found);
    if (fit.found) {
      if (fit.reading.playouts == 1) found.right.push_back(growth_text(fit.reading));
      for (std::string& text : reading_texts(fit.reading)) found.right.push_back(std::move(text));
    }
    check_rule(log, fit, asked.rule, found);
    check_untried(fit, found);
    check_playouts(fit, found);
    check_chance(log, fit, found);
    check_threads(log, fit, found);
    if (asked.claims) check_claims(log, fit, *asked.claims, found);
  } else {
    found.findings.push_back(
        {"no-iterations", "No result is asked for, so there are no iterations.", 100});
  }
  if (!asked.claims) {
    found.unseen.emplace_back("The search's own visits, values and final move: give --claims.");
  }
  found.unseen.emplace_back(
      "Hidden information, and what is stored otherwise than it is chosen by.");
  std::stable_sort(found.findings.begin(), found.findings.end(),
                   [](const Finding& a, const Finding& b) { return a.weight > b.weight; });
  return found;
}

std::string diagnosis_text(const Diagnosis& diagnosis) {
  std::string text =
      fmt::format("{}: {} iterations in {} search{}\n", diagnosis.game, diagnosis.iterations,
                  diagnosis.searches, diagnosis.searches == 1 ? "" : "es");
  std::vector<std::string> found;
  for (const Finding& finding : diagnosis.findings) {
    found.push_back(finding.text + " [" + finding.name + "]");
  }
  if (!found.empty()) {
    text += section("Wrong, the worst first", found);
  } else if (diagnosis.rule.starts_with("None")) {
    text += "\nNothing wrong was found, but no rule that is known explains the choices.\n";
  } else {
    text += "\nNothing wrong was found.\n";
  }
  if (!diagnosis.rule.empty()) text += section("The rule", {diagnosis.rule});
  text += section("Right", diagnosis.right);
  text += section("Not seen", diagnosis.unseen);
  return text;
}

Json diagnosis_json(const Diagnosis& diagnosis) {
  Json findings = Json::array();
  for (const Finding& finding : diagnosis.findings) {
    Json each;
    each["name"] = finding.name;
    each["alternatives"] = finding.alternatives;
    each["iteration"] = finding.iteration ? Json(*finding.iteration) : Json(nullptr);
    each["text"] = finding.text;
    findings.push_back(std::move(each));
  }
  Json json;
  json["game"] = diagnosis.game;
  json["searches"] = diagnosis.searches;
  json["iterations"] = diagnosis.iterations;
  json["findings"] = std::move(findings);
  json["rule"] = diagnosis.rule;
  json["right"] = diagnosis.right;
  json["not_seen"] = diagnosis.unseen;
  return json;
}

}  // namespace banyan::bench::doctor
