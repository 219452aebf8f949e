#include "analysis/torch/embed/merge.h"

#include <algorithm>
#include <map>
#include <set>

namespace embed {

namespace {

using ByName = std::map<std::string, std::vector<const Line*>>;

ByName by_name(const std::vector<Line>& lines) {
    ByName names;
    for (const Line& line : lines) names[line.name].push_back(&line);
    return names;
}

const Line* covering(const std::vector<const Line*>& lines, torch::Release release) {
    const auto found =
        std::ranges::find_if(lines, [&](const Line* line) { return line->since <= release && release < line->until; });
    return found == lines.end() ? nullptr : *found;
}

// What experiments showed is not to be contradicted in passing.
void check_reason(const Line& generated, const Line& hand, Errors& errors) {
    if (hand.has_reason) return;
    for (const auto& [column, cell] : hand.cells.items())
        if (const auto found = generated.cells.find(column); found != generated.cells.end() && *found != cell)
            errors.push_back(hand.where + ": '" + column + "' of '" + hand.name +
                             "' differs from what is generated and needs a 'why'");
}

// The rows of one name, for each range of releases in which neither file changes its mind.
void merge_name(const std::vector<const Line*>& generated, const std::vector<const Line*>& by_hand,
                std::vector<Line>& merged, Errors& errors) {
    std::set<torch::Release> bounds;
    for (const auto* lines : {&generated, &by_hand})
        for (const Line* line : *lines) bounds.insert({line->since, line->until});
    const std::size_t first = merged.size();
    for (auto since = bounds.begin(); std::next(since) != bounds.end(); ++since) {
        const Line* base = covering(generated, *since);
        const Line* hand = covering(by_hand, *since);
        if (base == nullptr && hand == nullptr) continue;
        Line row = hand == nullptr ? *base : *hand;
        row.since = *since;
        row.until = *std::next(since);
        if (base != nullptr && hand != nullptr && !hand->cells.contains("alias")) {
            check_reason(*base, *hand, errors);
            row.cells = base->cells;
            row.cells.merge_patch(hand->cells);
            // It speaks of one argument, be it another one.
            if (const auto with = hand->cells.find("with"); with != hand->cells.end()) row.cells["with"] = *with;
        }
        std::erase_if(row.cells.get_ref<Json::object_t&>(), [](const auto& cell) { return cell.second.is_null(); });
        if (merged.size() > first && merged.back().until == row.since && merged.back().cells == row.cells)
            merged.back().until = row.until;
        else
            merged.push_back(std::move(row));
    }
}

// Of a row, or of one of its conditions in 'also'.
void check_break(const Json& cells, const std::string& where, const Known& known, Errors& errors) {
    const std::string word = cells.value("when", "never"), context = cells.value("context", "");
    const bool breaks = cells.contains("break"), when = word != "never";
    if (breaks != cells.contains("rule")) errors.push_back(where + ": 'break' and 'rule' come together");
    if (breaks && !known.graph_break(cells["break"].get<std::string>()))
        errors.push_back(where + ": unknown break '" + cells["break"].get<std::string>() + "'");
    if (breaks && !when && context != "skip" && context != "split")
        errors.push_back(where + ": a break needs a 'when'");
    if (when && !breaks) errors.push_back(where + ": 'when' says nothing without a 'break'");
    if ((word == "computed_tensor") != cells.contains("numbers"))
        errors.push_back(where + ": 'computed_tensor' and 'numbers' come together");
    if ((word == "missing_argument" || word == "given_argument" || word == "not_false") && !cells.contains("argument"))
        errors.push_back(where + ": '" + word + "' needs an 'argument'");
}

void check_result(const Line& row, const Known& known, Errors& errors) {
    const Json& cells = row.cells;
    for (const char* column : {"base", "class"})
        if (cells.contains(column) && !known.row(cells[column].get<std::string>()))
            errors.push_back(row.where + ": the " + column + " '" + cells[column].get<std::string>() + "' has no row");
    const std::string gives = cells.value("gives", "");
    if (cells.contains("class") && gives != "object")
        errors.push_back(row.where + ": 'class' says of which class the object is that the row 'gives'");
    if (gives.find("reduce") != std::string::npos && !cells.contains("with"))
        errors.push_back(row.where + ": 'reduce' needs to know its argument: 'with'");
}

}  // namespace

std::vector<Line> merge(const std::vector<Line>& generated, const std::vector<Line>& by_hand, Errors& errors) {
    ByName bases = by_name(generated);
    const ByName hands = by_name(by_hand);
    for (const auto& [name, lines] : hands) bases.try_emplace(name);
    std::vector<Line> merged;
    for (const auto& [name, lines] : bases) {
        const auto hand = hands.find(name);
        merge_name(lines, hand == hands.end() ? std::vector<const Line*>{} : hand->second, merged, errors);
    }
    return merged;
}

std::vector<Line> resolve_aliases(std::vector<Line> rows, Errors& errors) {
    const std::vector<Line> given = std::move(rows);
    const ByName names = by_name(given);
    std::vector<Line> resolved;
    for (const Line& row : given) {
        std::string target = row.name;
        for (std::size_t steps = 0; names.contains(target) && names.at(target).front()->cells.contains("alias");
             ++steps) {
            target = names.at(target).front()->cells["alias"].get<std::string>();
            if (steps < given.size()) continue;
            errors.push_back(row.where + ": '" + row.name + "' is an alias of itself");
            return given;
        }
        if (target == row.name) {
            resolved.push_back(row);
        } else if (!names.contains(target)) {
            errors.push_back(row.where + ": '" + row.name + "' stands for '" + target + "', which has no row");
        } else if (row.cells.size() > 1) {
            errors.push_back(row.where + ": an alias has no cells of its own");
        } else {
            for (const Line* of : names.at(target)) {
                Line copy = *of;
                copy.where = row.where;
                copy.name = row.name;
                copy.cells["alias"] = target;
                resolved.push_back(std::move(copy));
            }
        }
    }
    return resolved;
}

Known known_from(const std::vector<Line>& rows, const std::vector<Line>& breaks) {
    const auto names_of = [](const std::vector<Line>& lines) {
        return [names = by_name(lines)](std::string_view name) { return names.contains(std::string(name)); };
    };
    return {.row = names_of(rows), .graph_break = names_of(breaks)};
}

void check(const std::vector<Line>& rows, const Known& known, Errors& errors) {
    for (const Line& row : rows) {
        check_break(row.cells, row.where, known, errors);
        if (row.cells.contains("also"))
            for (const Json& other : row.cells["also"]) check_break(other, row.where, known, errors);
        check_result(row, known, errors);
    }
}

}  // namespace embed
