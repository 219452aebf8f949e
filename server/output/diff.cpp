#include "server/output/output.h"

#include <algorithm>
#include <cstdio>
#include <span>
#include <unordered_map>
#include <vector>

// Patience diff: lines that occur once in both texts, and in the same order, stay; between them the search goes on,
// and where there are no such lines the whole part counts as replaced.

namespace output {

namespace {

using Lines = std::span<const std::string_view>;

struct Change {  // lines [before, before + removed) became lines [after, after + added)
    std::size_t before, removed, after, added;
};

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

struct Pair {
    std::size_t before, after;
};

// Lines that occur once on each side, in the order of `before`.
std::vector<Pair> unique_pairs(Lines before, Lines after) {
    struct Places {
        std::size_t in_before = 0, in_after = 0, last_after = 0;
    };
    std::unordered_map<std::string_view, Places> places;
    for (const std::string_view line : before) ++places[line].in_before;
    for (std::size_t i = 0; i < after.size(); ++i) {
        Places& place = places[after[i]];
        ++place.in_after;
        place.last_after = i;
    }
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < before.size(); ++i)
        if (const Places& place = places[before[i]]; place.in_before == 1 && place.in_after == 1)
            pairs.push_back({.before = i, .after = place.last_after});
    return pairs;
}

// The longest selection in which both sides ascend.
std::vector<Pair> ascending(const std::vector<Pair>& pairs) {
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    std::vector<std::size_t> ends;  // ends[n]: the pair with the smallest end of a selection of n + 1 pairs
    std::vector<std::size_t> previous(pairs.size(), none);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        const auto place =
            std::ranges::lower_bound(ends, pairs[i].after, {}, [&](std::size_t p) { return pairs[p].after; });
        if (place != ends.begin()) previous[i] = *std::prev(place);
        if (place == ends.end())
            ends.push_back(i);
        else
            *place = i;
    }
    std::vector<Pair> result;
    for (std::size_t i = ends.empty() ? none : ends.back(); i != none; i = previous[i]) result.push_back(pairs[i]);
    std::ranges::reverse(result);
    return result;
}

std::vector<Change> changes(Lines before, Lines after) {
    struct Part {
        std::size_t before, before_end, after, after_end;
    };
    std::vector<Change> result;
    std::vector<Part> parts{{0, before.size(), 0, after.size()}};  // a stack: the first part is on top
    while (!parts.empty()) {
        Part part = parts.back();
        parts.pop_back();
        while (part.before < part.before_end && part.after < part.after_end && before[part.before] == after[part.after])
            ++part.before, ++part.after;
        while (part.before < part.before_end && part.after < part.after_end &&
               before[part.before_end - 1] == after[part.after_end - 1])
            --part.before_end, --part.after_end;
        const std::size_t removed = part.before_end - part.before, added = part.after_end - part.after;
        if (removed == 0 && added == 0) continue;
        const std::vector<Pair> kept =
            ascending(unique_pairs(before.subspan(part.before, removed), after.subspan(part.after, added)));
        if (kept.empty()) {
            result.push_back({.before = part.before, .removed = removed, .after = part.after, .added = added});
            continue;
        }
        Part rest = part;
        std::vector<Part> between;
        for (const Pair& pair : kept) {
            between.push_back({rest.before, part.before + pair.before, rest.after, part.after + pair.after});
            rest.before = part.before + pair.before + 1;
            rest.after = part.after + pair.after + 1;
        }
        between.push_back(rest);
        parts.insert(parts.end(), between.rbegin(), between.rend());
    }
    return result;
}

void append_lines(std::string& out, char mark, Lines lines) {
    for (const std::string_view line : lines) {
        out += mark;
        out += line;
        if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
    }
}

std::string range(std::size_t begin, std::size_t count) {
    const std::string line = std::to_string(count == 0 ? begin : begin + 1);
    return count == 1 ? line : line + "," + std::to_string(count);
}

// One hunk: changes whose contexts touch.
void append_hunk(std::string& out, Lines before, Lines after, std::span<const Change> hunk) {
    constexpr std::size_t context = 3;
    const Change& first = hunk.front();
    const Change& last = hunk.back();
    const std::size_t lead = std::min(first.before, context);
    const std::size_t tail = std::min(before.size() - (last.before + last.removed), context);
    const std::size_t begin = first.before - lead, end = last.before + last.removed + tail;
    const std::size_t after_begin = first.after - lead, after_end = last.after + last.added + tail;
    out += "@@ -" + range(begin, end - begin) + " +" + range(after_begin, after_end - after_begin) + " @@\n";
    std::size_t at = begin;
    for (const Change& change : hunk) {
        append_lines(out, ' ', before.subspan(at, change.before - at));
        append_lines(out, '-', before.subspan(change.before, change.removed));
        append_lines(out, '+', after.subspan(change.after, change.added));
        at = change.before + change.removed;
    }
    append_lines(out, ' ', before.subspan(at, end - at));
}

// As git spells names: a tab behind one with spaces, so that it ends there; quotes around what a line cannot hold.
std::string file_name(std::string_view prefix, std::string_view path) {
    const auto odd = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\' || c == 0x7f; };
    const std::string plain = std::string(prefix) + std::string(path);
    if (std::ranges::none_of(path, odd)) return path.find(' ') == std::string_view::npos ? plain : plain + "\t";
    std::string quoted = "\"";
    for (const char c : plain) {
        char octal[5];
        std::snprintf(octal, sizeof octal, "\\%03o", static_cast<unsigned char>(c));
        if (odd(c))
            quoted += octal;
        else
            quoted += c;
    }
    return quoted + "\"";
}

}  // namespace

std::string diff(std::string_view path, std::string_view before, std::string_view after) {
    const std::vector<std::string_view> old_lines = split(before), new_lines = split(after);
    const std::vector<Change> all = changes(old_lines, new_lines);
    if (all.empty()) return "";
    std::string out = "--- " + file_name("a/", path) + "\n+++ " + file_name("b/", path) + "\n";
    for (std::size_t begin = 0, end = 1; begin < all.size(); begin = end++) {
        while (end < all.size() && all[end].before - (all[end - 1].before + all[end - 1].removed) <= 6) ++end;
        append_hunk(out, old_lines, new_lines, std::span(all).subspan(begin, end - begin));
    }
    return out;
}

}  // namespace output
