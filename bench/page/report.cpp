// Filling the page, and writing what belongs to it.
#include "bench/page/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "bench/machine/embedded.hpp"
#include "bench/report/paper_tables.hpp"
#include "bench/report/sections.hpp"
#include "bench/report/verdict.hpp"
#include "bench/text/escape.hpp"
#include "bench/text/text.hpp"

namespace banyan::bench {
namespace {

/// Each {{name}} of the page is a place to fill.
using Places = std::vector<std::pair<std::string_view, std::string>>;

std::string filled(std::string_view page, const Places& places) {
  std::string whole;
  for (;;) {
    const std::size_t begin = page.find("{{");
    whole += page.substr(0, begin);
    if (begin == std::string_view::npos) return whole;
    const std::size_t end = page.find("}}", begin);
    const std::string_view name = page.substr(begin + 2, end - begin - 2);
    const auto place = std::find_if(places.begin(), places.end(),
                                    [&](const auto& each) { return each.first == name; });
    if (place != places.end()) whole += place->second;
    page.remove_prefix(end + 2);
  }
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

std::string list_of(const std::vector<std::string>& sentences) {
  std::string list = "<ul>\n";
  for (const std::string& sentence : sentences) {
    list += fmt::format("  <li>{}</li>\n", html_escaped(sentence));
  }
  return list + "</ul>";
}

std::string table_html(std::string_view heading, const Table& table) {
  return fmt::format("{}<div class=\"table\">\n{}</div>\n",
                     heading.empty() ? "" : fmt::format("<h3>{}</h3>\n", html_escaped(heading)),
                     table.to_html());
}

std::string note_html(std::string_view text) {
  return fmt::format("<p>{}</p>\n", html_escaped(text));
}

std::string tables_of(const std::vector<Section>& sections, std::string_view kind) {
  std::string html;
  for (const Section& section : sections) {
    if (section.kind != kind) continue;
    std::string_view title = section.title;
    for (const Table& table : section.tables) {
      html += table_html(title, table);
      title = "";
    }
    for (const std::string& note : section.notes) html += note_html(note);
  }
  return html;
}

std::string figures_of(const Figures& figures, std::string_view kind) {
  std::string html;
  for (const DrawnFigure& drawn : figures.drawn) {
    if (drawn.kind->name != kind) continue;
    const Figure& figure = drawn.figure;
    const bool wide = figure.width > Figure().width;
    html += fmt::format(
        "<figure{}>\n{}\n<figcaption>{}</figcaption>\n</figure>\n", wide ? " class=\"wide\"" : "",
        inline_svg(drawn.svg, figure.name, figure.title), html_escaped(figure.caption));
  }
  return html.empty() ? "" : fmt::format("<div class=\"figures\">\n{}</div>\n", html);
}

std::string verdict_html(const RunData& data) {
  const RunVerdict verdict = verdict_of(data);
  const std::string answer = data.paper.name.empty() ? verdict.answer
                                                     : fmt::format("{}: {}", data.paper.name,
                                                                   paper_verdict(data.paper.cells));
  std::string html = fmt::format("<p class=\"answer\">{}</p>\n", html_escaped(answer));
  if (!verdict.table.empty()) html += table_html("", verdict.table);
  for (const std::string& note : verdict.notes) html += note_html(note);
  return html;
}

std::string provenance_of(const Json& from) {
  Table table({{"what"}, {"value"}});
  for (const char* name : {"version", "commit", "compiler", "flags"}) {
    table.add_row({name, from[name].get<std::string>()});
  }
  for (const auto& [name, value] : from["machine"].items()) {
    if (name == "caches") {
      for (const Json& cache : value) {
        if (!cache.is_object()) continue;
        table.add_row({fmt::format("L{} {} cache", cache.value("level", 0),
                                   cache.value("type", std::string())),
                       fmt::format("{} x {}", cache.value("count", 0),
                                   format_bytes(cache.value("size_bytes", std::uint64_t{0})))});
      }
    } else if (name.ends_with("_bytes") && value.is_number_unsigned()) {
      table.add_row({name.substr(0, name.size() - 6), format_bytes(value.get<std::uint64_t>())});
    } else if (!value.is_null()) {
      table.add_row({name, value.is_string() ? value.get<std::string>() : value.dump()});
    }
  }
  return table_html("", table);
}

}  // namespace

std::string inline_svg(std::string_view svg, std::string_view name, std::string_view title) {
  svg.remove_prefix(std::min(svg.find("<svg"), svg.size()));
  std::string whole(svg.substr(0, svg.rfind("</svg>") + 6));
  for (const char* mark : {" id=\"", " id='", "href='#", "href=\"#", "url(#"}) {
    replace_all(whole, mark, fmt::format("{}{}-", mark, name));
  }
  for (const char* element : {"title", "desc"}) {
    const std::string open = fmt::format("<{}>", element);
    const std::string close = fmt::format("</{}>", element);
    for (std::size_t at = 0; (at = whole.find(open, at)) != std::string::npos;) {
      const std::size_t end = whole.find(close, at);
      if (end == std::string::npos) break;
      whole.erase(at, end + close.size() - at);
    }
  }
  const std::size_t inside = whole.find('>');
  if (inside == std::string::npos) return whole;
  whole.insert(inside + 1, fmt::format("\n<title>{}</title>", html_escaped(title)));
  whole.insert(4, " role=\"img\"");
  return whole;
}

std::string report_html(const RunData& data, const Figures& figures) {
  const RunInfo& info = data.info;
  const std::vector<Section> tables = sections_of(data);
  std::string sections;
  std::string contents;
  for (const FigureKind& kind : figure_kinds()) {
    const std::string inside = figures_of(figures, kind.name) + tables_of(tables, kind.name);
    if (inside.empty()) continue;
    sections += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", kind.name,
                            html_escaped(kind.heading), inside);
    contents += fmt::format("<a href=\"#{}\">{}</a>\n", kind.name, html_escaped(kind.heading));
  }
  std::string warnings;
  if (!data.missing.empty()) {
    warnings = fmt::format(
        "<section class=\"warning\" aria-label=\"What is missing\">\n<p><b>This run is not whole."
        "</b></p>\n{}\n</section>",
        list_of(data.missing));
  }
  return filled(
      embedded_file("page/page.html"),
      {{"title", html_escaped(fmt::format("Banyan, {} profile", info.profile))},
       {"where", html_escaped(fmt::format("{}, {} CPUs; Banyan {} ({}); {}", info.cpu_model,
                                          info.cpus, info.version, info.commit, info.time_utc))},
       {"verdict", verdict_html(data)},
       {"warnings", warnings},
       {"contents", contents},
       {"sections", sections},
       {"settings", fmt::format("{} searches of {} ms each", info.repetitions, info.search_ms)},
       {"provenance", provenance_of(data.run["provenance"])},
       {"machine",
        html_escaped(fmt::format("{}, {} CPUs, {}.", info.cpu_model, info.cpus, info.os))},
       {"command", html_escaped(info.command)},
       {"left_out", figures.left_out.empty()
                        ? ""
                        : "<p>Not in this report:</p>\n" + list_of(figures.left_out)}});
}

Report write_report(const Folder& folder, const std::string& gnuplot, const std::stop_token& stop) {
  const RunData data = read_run(folder.path());
  const Figures figures = draw_figures(folder, data, gnuplot, stop);
  Report report{folder.at("report.html"), figures.drawn.size(), data.missing};
  report.notes.insert(report.notes.end(), figures.left_out.begin(), figures.left_out.end());
  write_rows(folder, data.table);
  folder.write("report.html", report_html(data, figures));
  return report;
}

}  // namespace banyan::bench
