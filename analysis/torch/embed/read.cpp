#include "analysis/torch/embed/read.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <map>
#include <set>

namespace embed {

namespace {

using Words = std::set<std::string, std::less<>>;

// A word that knowledge.h lacks fails to compile in the written tables.
const std::map<std::string, Words, std::less<>>& words() {
    static const std::map<std::string, Words, std::less<>> all{
        {"gives",
         {"unknown", "tensor", "tensors", "number", "numbers", "shape_number", "shape", "constant", "none", "array",
          "module", "object", "logger", "self", "class_instance", "arithmetic", "converted", "elements", "element"}},
        {"dtype", {"boolean", "integer", "floating", "complex", "same_dtype", "real", "floated", "summed", "content", "cast"}},
        {"shape", {"rank0", "rank1", "same", "same_size", "reduce", "content", "broadcast"}},
        {"when",
         {"never", "always", "tensor_argument", "tensor_second", "missing_argument", "given_argument",
          "single_argument", "float_tensor", "integer_tensor", "array_argument", "computed_tensor"}},
        {"role", {"compile",        "disable",      "module_class",  "module_list",  "module_dict",    "tensor_class",
                  "function_class", "is_tensor",    "no_grad",       "print",        "logger_factory", "partial",
                  "wraps",          "checkpoint",   "random",        "namedtuple",   "dataclass",      "optional_type",
                  "constant_type",  "number_type",  "sequence_type", "mapping_type", "isinstance",     "hasattr",
                  "getattr",        "super",        "enumerate",     "zip",         "keyed", "mapped",  "dict",           "property",
                  "static_method",  "class_method", "range",         "rare_dtype",   "captures_scalars", "captures_shapes", "allows_rnn", "reorders", "opaque", "compiles", "registers",     "applies"}},
        {"later", {"recompile", "late", "late_input"}},
        {"context", {"resumable", "traced", "skip", "split"}},
        {"traits", {"pure", "total", "transparent", "in_place", "view", "cuts", "pointwise"}},
        {"rule",
         {"GM101", "GM201", "GM301", "GM401", "GM402", "GM403", "GM501", "GM502", "GM503", "GM504", "GM505", "GM506"}},
    };
    return all;
}

const Words& columns() {
    static const Words all{"name",    "gives", "with",  "break",   "rule",  "when",   "argument",
                           "numbers", "also", "later",  "role",  "context", "value", "traits", "base",
                           "class",   "alias", "since", "until",   "why"};
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

void check_condition(const Json& cells, const std::string& where, Errors& errors) {
    for (const auto& [column, cell] : cells.items()) {
        if (cell.is_null()) continue;  // takes a generated cell away
        if (column == "when" || column == "rule")
            check_word(column, cell, where, errors);
        else if (column == "numbers") {
            if (!cell.is_array()) errors.push_back(where + ": 'numbers' is not a list");
        } else if (column == "break" || column == "argument") {
            if (!cell.is_string()) errors.push_back(where + ": '" + column + "' is not a text");
        } else {
            errors.push_back(where + ": '" + column + "' does not belong into 'also'");
        }
    }
}

void check_cell(const std::string& column, const Json& cell, const std::string& where, Errors& errors) {
    if (cell.is_null()) return;
    if (column == "role" || column == "context" || column == "when" || column == "rule") {
        check_word(column, cell, where, errors);
    } else if (column == "traits") {
        for (const Json& trait : cell) check_word(column, trait, where, errors);
    } else if (column == "later" && cell.is_string()) {
        const std::string text = cell.get<std::string>();
        check_word(column, text.substr(0, text.find(' ')), where, errors);
    } else if (column == "numbers") {
        if (!cell.is_array()) errors.push_back(where + ": 'numbers' is not a list");
    } else if (column == "also") {
        for (const Json& condition : cell) check_condition(condition, where, errors);
    } else if (column == "value") {
        if (!cell.is_boolean()) errors.push_back(where + ": 'value' is neither true nor false");
    } else if (column == "with") {
        if (!cell.is_object() || cell.size() != 1)
            errors.push_back(where + ": 'with' is one argument and what it changes the result to");
        else
            check_gives(cell.front().is_string() ? cell.front().get<std::string>() : "", where, errors);
    } else if (!cell.is_string()) {
        errors.push_back(where + ": '" + column + "' is not a text");
    } else if (column == "gives") {
        check_gives(cell.get<std::string>(), where, errors);
    } else if ((column == "since" || column == "until") && !release(cell.get<std::string>())) {
        errors.push_back(where + ": '" + cell.get<std::string>() + "' is not a release");
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
    errors.push_back(where + ": a row is one JSON object on one line, with a comma behind all but the last");
    return Json::object();
}

// The lines between "[" and "]", each an object.
std::vector<Line> read_lines(const std::string& path, Errors& errors) {
    std::ifstream file(path);
    if (!file) errors.push_back(path + ": cannot be read");
    const std::string shown = std::filesystem::path(path).filename().string();
    std::vector<Line> lines;
    std::string text;
    std::string last;
    bool closed = false;
    for (int number = 1; std::getline(file, text); ++number) {
        const std::string where = shown + ":" + std::to_string(number);
        if (number == 1 && text == "[") continue;
        if (text == "]") {
            closed = true;
            continue;
        }
        if (number == 1 || closed || (!lines.empty() && last.back() != ','))
            errors.push_back(where + ": is outside of the list of rows");
        last = text;
        if (!text.empty() && text.back() == ',') text.pop_back();
        lines.push_back({.where = where, .name = {}, .cells = parse_object(text, where, errors)});
    }
    if (!closed || (!lines.empty() && last.back() == ',')) errors.push_back(shown + ": the list of rows does not end");
    return lines;
}

void check_order(const std::vector<Line>& lines, Errors& errors) {
    for (std::size_t at = 1; at < lines.size(); ++at) {
        const Line& before = lines[at - 1];
        const Line& here = lines[at];
        if (here.name < before.name || (here.name == before.name && here.since < before.since))
            errors.push_back(here.where + ": '" + here.name + "' belongs before '" + before.name + "'");
        else if (here.name == before.name && here.since < before.until)
            errors.push_back(here.where + ": '" + here.name + "' is there already for the same releases");
    }
}

}  // namespace

bool is_word(std::string_view column, std::string_view word) {
    const auto found = words().find(column);
    return found != words().end() && found->second.contains(word);
}

Parameter parameter(std::string_view text) {
    const std::size_t at = text.find('@');
    Parameter parsed{.name = std::string(text.substr(0, at))};
    if (at != std::string_view::npos) std::from_chars(text.data() + at + 1, text.data() + text.size(), parsed.position);
    return parsed;
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
    check_order(lines, errors);
    return lines;
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
