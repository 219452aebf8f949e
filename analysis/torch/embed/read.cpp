#include "analysis/torch/embed/read.h"

#include "analysis/torch/embed/words.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <set>
#include <sstream>

namespace embed {

namespace {

using Words = std::set<std::string, std::less<>>;

const Words& columns() {
    static const Words all{"name",  "gives",    "with",    "fields", "tensors", "break", "rule",
                           "when",  "argument", "numbers", "rows",   "symbols", "also",  "later",
                           "mask",  "role",     "context", "value",  "traits",  "at",    "base",
                           "class", "python",   "alias",   "since",  "until",   "why",   "instead"};
    return all;
}

std::optional<torch::Release> release(std::string_view text) {
    const std::size_t dot = text.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    torch::Release parsed;
    const auto number = [](std::string_view digits, int& into) {
        const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), into);
        return failed == std::errc{} && end == digits.data() + digits.size();
    };
    if (!number(text.substr(0, dot), parsed.major) || !number(text.substr(dot + 1), parsed.minor)) return std::nullopt;
    return parsed;
}

void check_word(const std::string& column, const Json& cell, const std::string& where, Errors& errors) {
    if (!cell.is_string())
        errors.push_back(where + ": '" + column + "' is not a text");
    else if (!is_word(column, cell.get<std::string>()))
        errors.push_back(where + ": unknown " + column + " '" + cell.get<std::string>() + "'");
}

// "tensor boolean same_size": a kind, then perhaps a dtype and a shape.
void check_gives(const std::string& text, const std::string& where, Errors& errors) {
    std::size_t start = 0;
    int least = 0;  // 0 kind, 1 dtype, 2 shape
    while (start <= text.size()) {
        const std::size_t end = std::min(text.find(' ', start), text.size());
        const std::string word = text.substr(start, end - start);
        static constexpr std::string_view order[] = {"gives", "dtype", "shape"};
        int at = least;
        while (at < 3 && !is_word(order[at], word)) at = at == 0 ? 3 : at + 1;
        if (at == 3) {
            errors.push_back(where + ": '" + word + "' is not understood in gives '" + text + "'");
            return;
        }
        least = at + 1;
        start = end + 1;
    }
}

// "values same_dtype indices integer": names, each with a dtype.
void check_fields(const std::string& text, const std::string& where, Errors& errors) {
    std::istringstream words(text);
    for (std::string name, dtype; words >> name;)
        if (!(words >> dtype) || !is_word("dtype", dtype))
            errors.push_back(where + ": field '" + name + "' has no dtype in '" + text + "'");
}

void check_arguments(const std::string& column, const Json& cell, const std::string& where, Errors& errors) {
    if (!cell.is_array() || !std::ranges::all_of(cell, &Json::is_string))
        errors.push_back(where + ": '" + column + "' is not a list of texts");
}

void check_text(const std::string& column, const Json& cell, const std::string& where, Errors& errors) {
    if (!cell.is_string()) errors.push_back(where + ": '" + column + "' is not a text");
}

void check_condition(const Json& cells, const std::string& where, Errors& errors) {
    if (!cells.is_object()) errors.push_back(where + ": 'also' is not a list of conditions");
    for (const auto& [column, cell] : cells.items()) {
        if (column == "when" || column == "rule")
            check_word(column, cell, where, errors);
        else if (column == "numbers")
            check_arguments(column, cell, where, errors);
        else if (column == "break" || column == "argument")
            check_text(column, cell, where, errors);
        else
            errors.push_back(where + ": '" + column + "' does not belong into 'also'");
    }
}

void check_tensors(const Json& cell, const std::string& where, Errors& errors) {
    const auto is_position = [](const Json& each) { return each.is_number_unsigned() && each < 32; };
    if (!cell.is_array() || !std::ranges::all_of(cell, is_position))
        errors.push_back(where + ": 'tensors' is no list of positions");
}

void check_at(const Json& cell, const std::string& where, Errors& errors) {
    const auto is_value = [](const Json& each) { return each.is_number() || each.is_null(); };
    if (!cell.is_array() || cell.size() != 3 || !std::ranges::all_of(cell, is_value))
        errors.push_back(where + ": 'at' is no list of three numbers");
}

void check_with(const Json& cell, const std::string& where, Errors& errors) {
    if (!cell.is_object() || cell.size() != 1)
        errors.push_back(where + ": 'with' is one argument and what it changes the result to");
    else
        check_gives(cell.front().is_string() ? cell.front().get<std::string>() : "", where, errors);
}

// Of a column that holds a text.
void check_text_of(const std::string& column, const std::string& text, const std::string& where, Errors& errors) {
    if (column == "later") check_word(column, text.substr(0, text.find(' ')), where, errors);
    if (column == "fields") check_fields(text, where, errors);
    if (column == "gives") check_gives(text, where, errors);
    if ((column == "since" || column == "until") && !release(text))
        errors.push_back(where + ": '" + text + "' is not a release");
}

void check_cell(const std::string& column, const Json& cell, const std::string& where, Errors& errors) {
    if (cell.is_null()) return;
    if (column == "role" || column == "context" || column == "when" || column == "rule") {
        check_word(column, cell, where, errors);
    } else if (column == "traits") {
        for (const Json& trait : cell) check_word(column, trait, where, errors);
    } else if (column == "numbers" || column == "symbols") {
        check_arguments(column, cell, where, errors);
    } else if (column == "tensors") {
        check_tensors(cell, where, errors);
    } else if (column == "also") {
        for (const Json& condition : cell) check_condition(condition, where, errors);
    } else if (column == "at") {
        check_at(cell, where, errors);
    } else if (column == "with") {
        check_with(cell, where, errors);
    } else if (column == "value" || column == "rows") {
        if (!cell.is_boolean()) errors.push_back(where + ": '" + column + "' is neither true nor false");
    } else {
        check_text(column, cell, where, errors);
        if (cell.is_string()) check_text_of(column, cell.get<std::string>(), where, errors);
    }
}

// Two equal keys in an object would silently become one.
Json parse_object(const std::string& text, const std::string& where, Errors& errors) {
    std::vector<std::set<std::string>> keys;
    const auto watch = [&](int, Json::parse_event_t event, Json& parsed) {
        if (event == Json::parse_event_t::object_start) keys.emplace_back();
        if (event == Json::parse_event_t::object_end) keys.pop_back();
        if (event == Json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
            errors.push_back(where + ": key '" + parsed.get<std::string>() + "' appears twice");
        return true;
    };
    Json object = Json::parse(text, watch, false);
    if (object.is_object()) return object;
    errors.push_back(where + ": a row is a JSON object");
    return Json::object();
}

// One element of a list, as it is written.
struct Element {
    int line = 0;  // where it begins
    std::string text;
};

// Behind the bracket, brace or text that begins here.
std::size_t skip(std::string_view text, std::size_t at) {
    int depth = 0;
    for (bool quoted = false; at < text.size(); ++at) {
        const char c = text[at];
        if (quoted && c == '\\') ++at;
        if (c == '"') quoted = !quoted;
        if (!quoted && (c == '{' || c == '[')) ++depth;
        if (!quoted && (c == '}' || c == ']')) --depth;
        if (!quoted && depth <= 0) return at + 1;
    }
    return text.size();
}

// The elements of a JSON list with the lines that they begin at, which a parser of JSON would not tell.
std::vector<Element> split(std::string_view text, const std::string& path, Errors& errors) {
    constexpr std::string_view blank = " \t\r\n";
    std::vector<Element> elements;
    std::size_t at = text.find_first_not_of(blank);
    const bool opened = at != std::string_view::npos && text[at] == '[';
    bool wanted = true;  // an element, not a comma
    int line = 1;
    std::size_t counted = 0;
    while (opened && (at = text.find_first_not_of(blank, at + 1)) != std::string_view::npos && text[at] != ']') {
        line += static_cast<int>(std::ranges::count(text.substr(counted, at - counted), '\n'));
        counted = at;
        if (wanted == (text[at] == ','))
            errors.push_back(path + ":" + std::to_string(line) + ": the rows of a list have one comma between them");
        wanted = text[at] == ',';
        if (wanted) continue;
        const std::size_t end = skip(text, at);
        elements.push_back({.line = line, .text = std::string(text.substr(at, end - at))});
        at = end - 1;
    }
    const bool closed =
        opened && at != std::string_view::npos && text.find_first_not_of(blank, at + 1) == std::string_view::npos;
    if (!closed || (wanted && !elements.empty())) errors.push_back(path + ": is not one list of rows");
    return elements;
}

std::vector<Line> read_lines(const std::string& path, Errors& errors) {
    std::ifstream file(path);
    if (!file) errors.push_back(path + ": cannot be read");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    std::vector<Line> lines;
    for (const Element& element : split(text, path, errors)) {
        const std::string where = path + ":" + std::to_string(element.line);
        lines.push_back({.where = where, .name = {}, .cells = parse_object(element.text, where, errors)});
    }
    return lines;
}

void check_order(const std::vector<Line>& lines, Errors& errors) {
    for (std::size_t at = 1; at < lines.size(); ++at)
        if (std::pair{lines[at].name, lines[at].since} < std::pair{lines[at - 1].name, lines[at - 1].since})
            errors.push_back(lines[at].where + ": '" + lines[at].name + "' belongs before '" + lines[at - 1].name +
                             "'");
}

// Of sorted lines.
void check_twice(const std::vector<Line>& lines, Errors& errors) {
    for (std::size_t at = 1; at < lines.size(); ++at)
        if (lines[at - 1].name == lines[at].name && lines[at].since < lines[at - 1].until)
            errors.push_back(lines[at].where + ": '" + lines[at].name + "' is also at " + lines[at - 1].where);
}

std::vector<Line> read_rows(const std::string& path, Errors& errors) {
    std::vector<Line> lines = read_lines(path, errors);
    for (Line& line : lines) {
        for (const auto& [column, cell] : line.cells.items()) {
            if (!columns().contains(column))
                errors.push_back(line.where + ": unknown key '" + column + "'");
            else
                check_cell(column, cell, line.where, errors);
        }
        const auto text = [&](const char* column) {
            const auto found = line.cells.find(column);
            return found != line.cells.end() && found->is_string() ? found->get<std::string>() : std::string();
        };
        line.name = text("name");
        if (line.name.empty()) errors.push_back(line.where + ": a row needs a name");
        line.since = release(text("since")).value_or(first_release);
        line.until = release(text("until")).value_or(no_release);
        line.has_reason = line.cells.contains("why");
        for (const char* column : {"name", "since", "until", "why"}) line.cells.erase(column);
    }
    return lines;
}

}  // namespace

bool is_word(std::string_view column, std::string_view word) {
    if (column == "gives") return find_word(gives_words, word).has_value();
    if (column == "dtype") return find_word(dtype_words, word).has_value();
    if (column == "shape") return find_word(shape_words, word).has_value();
    if (column == "when") return find_word(when_words, word).has_value();
    if (column == "later") return find_word(later_words, word).has_value();
    if (column == "role") return find_word(role_words, word).has_value();
    if (column == "context") return find_word(context_words, word).has_value();
    if (column == "traits") return std::ranges::find(trait_words, word) != std::end(trait_words);
    return column == "rule" && std::ranges::find(rule_words, word) != std::end(rule_words);
}

Parameter parameter(std::string_view text) {
    const std::size_t at = text.find('@');
    Parameter parsed{.name = std::string(text.substr(0, at))};
    if (at != std::string_view::npos) std::from_chars(text.data() + at + 1, text.data() + text.size(), parsed.position);
    return parsed;
}

std::vector<Line> read_all(std::span<const std::string> paths, Order order, Errors& errors) {
    std::vector<Line> all;
    for (const std::string& path : paths) {
        std::vector<Line> lines = read_rows(path, errors);
        if (order == Order::sorted) check_order(lines, errors);
        std::ranges::move(lines, std::back_inserter(all));
    }
    std::ranges::stable_sort(all, {}, [](const Line& line) { return std::pair{line.name, line.since}; });
    check_twice(all, errors);
    return all;
}

std::vector<Line> read_breaks(const std::string& path, Errors& errors) {
    std::vector<Line> lines = read_lines(path, errors);
    for (Line& line : lines) {
        line.name = line.cells.value("id", "");
        for (const char* column : {"id", "type", "explanation", "hints"})
            if (!line.cells.contains(column) || !line.cells[column].is_string())
                errors.push_back(line.where + ": a break has a text '" + column + "'");
    }
    check_order(lines, errors);
    check_twice(lines, errors);
    return lines;
}

std::vector<torch::Release> read_releases(const std::string& path, Errors& errors) {
    std::ifstream file(path);
    const Json list = Json::parse(file, nullptr, false);
    std::vector<torch::Release> releases;
    for (const Json& each : list)
        if (const auto parsed = each.is_string() ? release(each.get<std::string>()) : std::nullopt)
            releases.push_back(*parsed);
    if (releases.empty() || releases.size() != list.size() || !std::ranges::is_sorted(releases))
        errors.push_back(path + ": is not a sorted list of releases");
    return releases;
}

}  // namespace embed
