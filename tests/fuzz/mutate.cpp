#include "tests/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace fuzz {
namespace {

constexpr std::size_t max_lines = 400;

constexpr std::array<std::string_view, 44> words{
    "x",
    "self",
    "self.x",
    "None",
    "True",
    "0",
    "-1",
    "1e400",
    "99999999999999999999",
    "'s'",
    "f'{x}'",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ":",
    ",",
    "=",
    " is not ",
    " in ",
    " and ",
    " not ",
    "*",
    "**",
    "@",
    ".",
    "...",
    "lambda x: x",
    "yield ",
    "await ",
    "return ",
    "x := ",
    "torch.compile(",
    "super().",
    "nn.ModuleList(",
    "isinstance(x, ",
    "x.item()",
    " if x else ",
    " for x in x",
    "é",
    "\\",
    "#",
};

constexpr std::array<std::string_view, 14> headers{
    "if x:",
    "while x.sum():",
    "for x in x:",
    "for self.x in range(3):",
    "with torch.no_grad() as x:",
    "try:",
    "else:",
    "except E as x:",
    "finally:",
    "def f(x, *y, z=1, **k):",
    "class C(C):",
    "@torch.compile",
    "match x:",
    "async def forward(self, x):",
};

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

// Words, runs of blanks, and single other characters.
std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at + 1;
        if (is_word(line[at]))
            while (end < line.size() && is_word(line[end])) ++end;
        else if (line[at] == ' ')
            while (end < line.size() && line[end] == ' ') ++end;
        parts.emplace_back(line.substr(at, end - at));
        at = end;
    }
    return parts;
}

std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += part;
    return text;
}

std::string indentation(std::string_view line) {
    return std::string(line.substr(0, std::min(line.find_first_not_of(' '), line.size())));
}

}  // namespace

std::string Mutator::mutate(std::string_view text, std::string_view other) {
    Lines lines = some_lines(text, max_lines);
    const Lines others = some_lines(other, 40);
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) change(lines, others);
    std::string made;
    for (const std::string& line : lines) made.append(line).append("\n");
    return made;
}

std::string Mutator::mutate_bytes(std::string text, std::string_view other) {
    for (std::size_t changes = 1 + below(8); changes > 0; --changes) {
        const std::size_t at = below(text.size() + 1), from = below(other.size() + 1);
        const std::size_t size = below(below(4) == 0 ? 64 : 4);
        switch (below(4)) {
            case 0: text.erase(at, size); break;
            case 1: text.insert(at, std::string(text, at, size)); break;
            case 2: text.insert(at, other.substr(from, size)); break;
            default:
                if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        }
    }
    return text;
}

// A window of whole lines, and the whole text if it is no longer than that.
Mutator::Lines Mutator::some_lines(std::string_view text, std::size_t most) {
    Lines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (lines.size() <= most) return lines;
    const auto first = static_cast<std::ptrdiff_t>(below(lines.size() - most));
    return {lines.begin() + first, lines.begin() + first + static_cast<std::ptrdiff_t>(most)};
}

void Mutator::change(Lines& lines, const Lines& other) {
    if (lines.empty()) lines.emplace_back();
    const std::size_t at = below(lines.size());
    const std::size_t to = below(lines.size());
    const auto place = [&lines](std::size_t index) { return lines.begin() + static_cast<std::ptrdiff_t>(index); };
    switch (below(10)) {
        case 0: lines.erase(place(at), place(std::min(lines.size(), at + 1 + below(4)))); return;
        case 1: lines.insert(place(to), std::string(lines[at])); return;
        case 2: std::swap(lines[at], lines[to]); return;
        case 3:
            for (std::size_t i = at; i < std::min(lines.size(), at + 1 + below(10)); ++i) lines[i].insert(0, "    ");
            return;
        case 4:
            for (std::size_t i = at; i < std::min(lines.size(), at + 1 + below(10)); ++i)
                if (lines[i].starts_with("    ")) lines[i].erase(0, 4);
            return;
        case 5:
            lines.insert(place(at), other.begin(),
                         other.begin() + static_cast<std::ptrdiff_t>(below(other.size() + 1)));
            return;
        case 6: return wrap(lines);
        default: return change_words(lines[at], lines);
    }
}

// Some lines become the body of a header; deeply at times.
void Mutator::wrap(Lines& lines) {
    const std::size_t at = below(lines.size());
    const std::size_t end = std::min(lines.size(), at + 1 + below(20));
    for (std::size_t depth = below(12) == 0 ? below(60) : 1; depth > 0; --depth) {
        for (std::size_t i = at; i < end + 0 && i < lines.size(); ++i) lines[i].insert(0, "    ");
        std::string header = indentation(lines[at]);
        header.resize(header.size() - std::min<std::size_t>(4, header.size()));
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(at), header.append(headers[below(headers.size())]));
    }
}

void Mutator::change_words(std::string& line, const Lines& lines) {
    std::vector<std::string> parts = split(line);
    if (parts.empty()) parts.emplace_back(words[below(words.size())]);
    const std::size_t at = below(parts.size());
    const std::vector<std::string> others = split(lines[below(lines.size())]);
    switch (below(5)) {
        case 0: parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 1:
            parts.insert(parts.begin() + static_cast<std::ptrdiff_t>(at), std::string(words[below(words.size())]));
            break;
        case 2:
            if (!others.empty()) parts[at] = others[below(others.size())];
            break;
        case 3: std::swap(parts[at], parts[below(parts.size())]); break;
        default: parts[at] = words[below(words.size())]; break;
    }
    line = joined(parts);
}

}  // namespace fuzz
