// The language of the documents, as far as a program can check it: short sentences, and the field's
// words.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "bench/documents/documents_test.hpp"
#include "bench/text/files.hpp"

namespace banyan::bench {
namespace {

constexpr std::size_t kLongest = 25;  ///< words per sentence
constexpr std::size_t kMedian = 17;   ///< of a page's sentences

/// A line as readers see it: links become their text, code one word, emphasis nothing.
std::string as_read(std::string line) {
  static const std::regex kCode("`[^`]*`");
  static const std::regex kLink(R"(!?\[([^\]]*)\]\([^)]*\))");
  static const std::regex kMark(R"(^\s*(?:[-*]|[0-9]+\.)\s+|\*\*)");
  line = std::regex_replace(line, kCode, "code");
  line = std::regex_replace(line, kLink, "$1");
  return std::regex_replace(line, kMark, "");
}

/// Whether a paragraph ends before this line: at headings, list items, tables, pictures.
bool begins_anew(const std::string& line) {
  static const std::regex kNew(R"(^\s*(?:[-*]|[0-9]+\.)\s+.*|^\s*$|^[#|<!].*)");
  return std::regex_match(line, kNew);
}

bool is_prose(const std::string& line) {
  return !line.starts_with('#') && !line.starts_with('|') && !line.starts_with('<') &&
         !line.starts_with("![");
}

/// The sentences of a paragraph: parts that end in . ? ! or : before a blank. A colon ends one,
/// since the rest can be read separately.
void add_sentences(const std::string& paragraph, std::vector<std::string>& sentences) {
  static const std::regex kEnd(R"((?:[.?!:]["')]*)(?=\s|$))");
  std::string rest = paragraph;
  for (std::smatch end; std::regex_search(rest, end, kEnd);) {
    const std::string sentence = end.prefix().str() + end.str();
    sentences.push_back(sentence);
    rest = end.suffix();
  }
  if (rest.find_first_not_of(' ') != std::string::npos) sentences.push_back(rest);
}

std::vector<std::string> sentences_of(const Document& page) {
  std::vector<std::string> sentences;
  std::string paragraph;
  for (const std::string& line : page.prose) {
    if (begins_anew(line)) {
      add_sentences(paragraph, sentences);
      paragraph.clear();
    }
    if (is_prose(line)) paragraph += ' ' + as_read(line);
  }
  add_sentences(paragraph, sentences);
  return sentences;
}

/// The prose of a page of HTML, an element a paragraph; an element within it is one word.
std::string prose_of(const std::string& html) {
  std::string prose;
  for (const std::string& element : std::vector<std::string>{"p", "dd"}) {
    for (std::size_t at = 0; (at = html.find("<" + element, at)) != std::string::npos;) {
      const std::size_t begin = html.find('>', at) + 1;
      at = html.find("</" + element + ">", begin);
      static const std::regex kWithin("<[a-z]+[^>]*>[^<]*</[a-z]+>");
      std::string text = std::regex_replace(html.substr(begin, at - begin), kWithin, "code");
      std::replace(text.begin(), text.end(), '\n', ' ');
      prose += text + "\n\n";
    }
  }
  return prose;
}

/// A page as its sentences.
struct Page {
  std::string path;
  std::vector<std::string> sentences;
};

/// What is written by hand for people, the tables of some runs, and the page of reports.
const std::vector<Page>& pages_to_read() {
  static const std::vector<Page> kPages = [] {
    std::vector<Page> pages;
    for (const Document& page : written_pages()) pages.push_back({page.path, sentences_of(page)});
    for (const char* run : {"xeon-2-cpus", "scaling", "studies/locks", "studies/phase_diagram",
                            "studies/scaling_losses"}) {
      const std::filesystem::path folder = project_root() / "results" / run;
      const Document page =
          read_document(std::string("summary of ") + run, read_file(folder / "summary.md"));
      pages.push_back({page.path, sentences_of(page)});
    }
    const Document page = read_document(
        "page.html", prose_of(read_file(project_root() / "python/banyan/report/page.html")));
    pages.push_back({page.path, sentences_of(page)});
    return pages;
  }();
  return kPages;
}

/// Words have a letter or a digit.
std::size_t words_in(const std::string& sentence) {
  std::istringstream parts(sentence);
  return static_cast<std::size_t>(
      std::count_if(std::istream_iterator<std::string>(parts), {}, [](const std::string& part) {
        return std::any_of(part.begin(), part.end(),
                           [](unsigned char c) { return std::isalnum(c) != 0; });
      }));
}

std::size_t median_of(std::vector<std::size_t> numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

TEST(Language, IsTakenApartIntoSentences) {
  const Document page = read_document("page.md",
                                      "# Not this heading\nOne `two three` four.\nFive\nsix? "
                                      "[Seven eight](nine.md): ten\n\n- Eleven.\n| a | table |\n");
  const std::vector<std::string> sentences = sentences_of(page);
  ASSERT_EQ(sentences.size(), 5U);
  EXPECT_EQ(words_in(sentences[0]), 3U) << sentences[0];
  EXPECT_EQ(words_in(sentences[1]), 2U) << sentences[1];
  EXPECT_EQ(words_in(sentences[2]), 2U) << sentences[2];
  EXPECT_EQ(words_in(sentences[3]), 1U) << sentences[3];
  EXPECT_EQ(words_in(sentences[4]), 1U) << sentences[4];
}

TEST(Language, HasNoLongSentences) {
  for (const Page& page : pages_to_read()) {
    for (const std::string& sentence : page.sentences) {
      EXPECT_LE(words_in(sentence), kLongest) << page.path << ":" << sentence;
    }
  }
}

TEST(Language, IsOfShortSentencesOnEveryPage) {
  for (const Page& page : pages_to_read()) {
    std::vector<std::size_t> lengths;
    for (const std::string& sentence : page.sentences) lengths.push_back(words_in(sentence));
    if (!lengths.empty()) {
      EXPECT_LE(median_of(lengths), kMedian) << page.path;
    }
  }
}

/// Private or archaic words, and what the field says.
struct Banned {
  const char* word;  ///< a regular expression, in lower case
  const char* instead;
};

constexpr Banned kBanned[] = {
    {"lumps?", "unity build"},
    {"forests?", "search driver"},
    {"crews?", "ranks, or worker group"},
    {"heeds?", "uses"},
    {"under way", "in flight"},
    {"whereto", "where"},
    {"lest", "so that ... not"},
    {"dear", "costly"},
    {"of which", "a sentence of its own"},
    {"of whatever", "any"},
    {"such as", "like, or a list"},
    {"yardstick", "control"},
    {"unrest", "preemption"},
    {"twins?", "reference implementation"},
    {"by chance", "random"},
    {"the house", "the project"},
    {"a second thread of", "a second thread on"},
    {"(?:iterations|playouts|games|visits) a (?:second|move)", "per second, per move"},
    {"a tree a thread", "one tree per thread"},
    {"is kept whole|are kept whole", "how threads synchronise"},
    {"reckon(?:s|ed)?", "compute"},
    {"thereof|hereof|wherein|whence|hence|therein", "plain words"},
};

TEST(Language, IsThatOfTheField) {
  const auto word_of = [](const std::string& words) {
    return std::regex("\\b(?:" + words + ")\\b", std::regex::optimize);
  };
  std::string all;
  for (const Banned& banned : kBanned) all += (all.empty() ? "" : "|") + std::string(banned.word);
  const std::regex any = word_of(all);
  for (const Page& page : pages_to_read()) {
    for (std::string sentence : page.sentences) {
      std::transform(sentence.begin(), sentence.end(), sentence.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      if (!std::regex_search(sentence, any)) continue;
      for (const Banned& banned : kBanned) {
        EXPECT_FALSE(std::regex_search(sentence, word_of(banned.word)))
            << page.path << " says '" << banned.word << "', where the field says '"
            << banned.instead << "':" << sentence;
      }
    }
  }
}

}  // namespace
}  // namespace banyan::bench
