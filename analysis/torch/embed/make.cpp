#include "analysis/torch/embed/make.h"

#include "analysis/torch/embed/words.h"

#include <algorithm>
#include <sstream>
#include <tuple>

namespace embed {

namespace {

const Json* cell_of(const Json& cells, const char* column) {
    const auto found = cells.find(column);
    return found == cells.end() ? nullptr : &*found;
}

std::string text_of(const Json& cell) { return cell.is_string() ? cell.get<std::string>() : ""; }

template <class Enum, std::size_t size>
void set_word(Enum& member, const Word<Enum> (&words)[size], const Json& cells, const char* column) {
    if (const Json* cell = cell_of(cells, column)) member = find_word(words, text_of(*cell)).value_or(Enum{});
}

struct Meaning {
    torch::Gives gives = torch::Gives::unknown;
    torch::Dtype dtype = torch::Dtype::unknown;
    torch::Shape shape = torch::Shape::unknown;
};

// "tensor boolean same_size": of a word that is one of dtypes and of shapes, both are meant.
Meaning meaning_of(const std::string& text) {
    Meaning meaning;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        meaning.gives = find_word(gives_words, word).value_or(meaning.gives);
        meaning.dtype = find_word(dtype_words, word).value_or(meaning.dtype);
        meaning.shape = find_word(shape_words, word).value_or(meaning.shape);
    }
    return meaning;
}

torch::Traits traits_of(const Json& words) {
    const auto has = [&](const char* trait) { return std::ranges::find(words, trait) != words.end(); };
    return {.pure = has("pure"),
            .total = has("total"),
            .transparent = has("transparent"),
            .in_place = has("in_place"),
            .view = has("view"),
            .cuts = has("cuts"),
            .pointwise = has("pointwise"),
            .unit = has("unit"),
            .indexes = has("indexes"),
            .lifts = has("lifts"),
            .unsaved = has("unsaved"),
            .forgets = has("forgets"),
            .strided = has("strided"),
            .moves = has("moves"),
            .floats = has("floats"),
            .fixed = has("fixed"),
            .rowwise = has("rowwise")};
}

torch::At at_of(const Json& numbers) {
    const auto number = [&](std::size_t i) {
        return numbers[i].is_null() ? torch::not_finite : numbers[i].get<float>();
    };
    return {.zero = number(0), .half = number(1), .one = number(2)};
}

}  // namespace

void Maker::set_gives(torch::Row& row, const Json& cells) {
    if (const Json* gives = cell_of(cells, "gives")) {
        const Meaning meaning = meaning_of(text_of(*gives));
        std::tie(row.gives, row.dtype, row.shape) = std::tie(meaning.gives, meaning.dtype, meaning.shape);
    }
    const Json* with = cell_of(cells, "with");
    if (with == nullptr) return;
    row.given = {};
    if (with->is_null()) return;
    const Parameter given = parameter(with->begin().key());
    const Meaning meaning = meaning_of(text_of(with->front()));
    row.given = keep(given.name);
    row.given_position = static_cast<std::int8_t>(given.position);
    std::tie(row.given_gives, row.given_dtype, row.given_shape) = std::tie(meaning.gives, meaning.dtype, meaning.shape);
}

// "values same_dtype indices integer". Most rows with fields have the same ones.
void Maker::set_fields(torch::Row& row, const Json& cell) {
    std::vector<torch::Field> fields;
    std::istringstream words(text_of(cell));
    for (std::string name, dtype; words >> name >> dtype;)
        fields.push_back({keep(name), find_word(dtype_words, dtype).value_or(torch::Dtype::unknown)});
    const auto known = std::ranges::find(fields_, fields);
    row.fields = known == fields_.end() ? fields_.emplace_back(std::move(fields)) : *known;
}

void Maker::set_condition(torch::Row& row, const Json& cells) {
    set_word(row.when, when_words, cells, "when");
    if (const Json* cell = cell_of(cells, "break")) row.gb = keep(text_of(*cell));
    if (const Json* cell = cell_of(cells, "rule")) row.rule = keep(text_of(*cell));
    if (const Json* cell = cell_of(cells, "argument")) {
        const Parameter argument = parameter(text_of(*cell));
        row.argument = keep(argument.name);
        row.position = static_cast<std::int8_t>(argument.position);
    }
    if (const Json* numbers = cell_of(cells, "numbers")) row.numbers = set_of(*numbers);
}

// ["k@1", "dim", "*@3"]: a bit for each position, all bits from a star on; the names between spaces.
torch::ArgumentSet Maker::set_of(const Json& listed) {
    torch::ArgumentSet made;
    std::string names = " ";
    for (const Json& each : listed) {
        const Parameter argument = parameter(text_of(each));
        const auto place = static_cast<unsigned>(std::min(argument.position, 31));
        if (argument.position >= 0) made.positions |= (argument.name == "*" ? ~0U : 1U) << place;
        if (argument.name != "*" && !argument.name.empty()) names += argument.name + ' ';
    }
    if (names.size() > 1) made.names = keep(names);
    return made;
}

// Conditions chain from the last one backwards, so that each finds the next one already there.
void Maker::set_also(torch::Row& row, const Json& others) {
    row.also = nullptr;
    for (auto other = others.rbegin(); other != others.rend(); ++other) {
        torch::Row condition{.name = row.name, .also = row.also};
        set_condition(condition, *other);
        row.also = &conditions_.emplace_back(condition);
    }
}

// "recompile p@1": what it does, then perhaps the argument that it is about.
void Maker::set_later(torch::Row& row, const Json& later) {
    const std::string text = text_of(later);
    const std::size_t space = std::min(text.find(' '), text.size());
    row.later = find_word(later_words, text.substr(0, space)).value_or(torch::Later::never);
    const Parameter argument = parameter(std::string_view(text).substr(std::min(space + 1, text.size())));
    row.later_argument = keep(argument.name);
    row.later_position = static_cast<std::int8_t>(argument.position);
}

torch::Row Maker::make(const Line& line, torch::Row base) {
    torch::Row row = base;
    const Json& cells = line.cells;
    row.name = keep(line.name);
    row.since = line.since;
    row.until = line.until;
    set_gives(row, cells);
    if (const Json* cell = cell_of(cells, "fields")) set_fields(row, *cell);
    if (const Json* cell = cell_of(cells, "tensors")) {
        row.tensors = 0;
        for (const Json& position : *cell) row.tensors |= 1U << position.get<unsigned>();
    }
    set_condition(row, cells);
    if (const Json* cell = cell_of(cells, "also")) set_also(row, *cell);
    if (const Json* cell = cell_of(cells, "later")) set_later(row, *cell);
    if (const Json* cell = cell_of(cells, "mask")) {
        const Parameter mask = parameter(text_of(*cell));
        row.mask = keep(mask.name);
        row.mask_position = static_cast<std::int8_t>(mask.position);
    }
    if (const Json* cell = cell_of(cells, "rows")) row.rows = cell->is_boolean() && cell->get<bool>();
    if (const Json* cell = cell_of(cells, "symbols"))
        row.symbols = cell->is_null() ? torch::ArgumentSet{} : set_of(*cell);
    set_word(row.role, role_words, cells, "role");
    set_word(row.context, context_words, cells, "context");
    if (const Json* cell = cell_of(cells, "value"))
        row.value = cell->is_null() ? std::nullopt : std::optional(cell->get<bool>());
    if (const Json* cell = cell_of(cells, "traits")) row.traits = traits_of(*cell);
    if (const Json* cell = cell_of(cells, "at")) row.at = cell->is_null() ? torch::At{} : at_of(*cell);
    if (const Json* cell = cell_of(cells, "class")) row.class_ = keep(text_of(*cell));
    if (const Json* cell = cell_of(cells, "base")) row.base = keep(text_of(*cell));
    if (const Json* cell = cell_of(cells, "python")) row.python = keep(text_of(*cell));
    if (const Json* cell = cell_of(cells, "instead")) row.instead = keep(text_of(*cell));
    if (const Json* cell = cell_of(cells, "alias")) row.stands_for = keep(text_of(*cell));
    return row;
}

}  // namespace embed
