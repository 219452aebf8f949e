#include "analysis/torch/embed/write.h"

#include "analysis/torch/embed/make.h"
#include "analysis/torch/hash.h"

#include <cmath>
#include <map>

namespace embed {

namespace {

// Octal escapes end after three digits, whatever follows.
std::string quoted(std::string_view text) {
    std::string literal = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\' || c == '?' || byte < 0x20 || byte >= 0x7F) {
            literal += '\\';
            for (const int shift : {6, 3, 0}) literal += static_cast<char>('0' + ((byte >> shift) & 7));
        } else {
            literal += c;
        }
    }
    literal += '"';
    return literal;
}

// The length is written out: counting it for thousands of literals is what makes such a file slow to compile.
std::string view(std::string_view text) { return '{' + quoted(text) + ", " + std::to_string(text.size()) + '}'; }

std::string shown(torch::Release release) {
    return '{' + std::to_string(release.major) + ", " + std::to_string(release.minor) + '}';
}

void write_text(std::ostream& out, const char* member, std::string_view text) {
    if (!text.empty()) out << '.' << member << " = " << view(text) << ", ";
}

// Numbers need no names: what they mean is in knowledge.h.
template <class Enum>
void write_enum(std::ostream& out, const char* member, const char* type, Enum value) {
    if (value != Enum{}) out << '.' << member << " = " << type << '{' << static_cast<int>(value) << "}, ";
}

void write_position(std::ostream& out, const char* member, int position) {
    if (position >= 0) out << '.' << member << " = " << position << ", ";
}

void write_traits(std::ostream& out, torch::Traits traits) {
    if (traits == torch::Traits{}) return;
    out << ".traits = {";
    for (const bool trait : {traits.pure, traits.total, traits.transparent, traits.in_place, traits.view, traits.cuts,
                             traits.pointwise, traits.unit, traits.indexes, traits.lifts, traits.unsaved,
                             traits.forgets, traits.strided, traits.moves, traits.floats, traits.fixed, traits.rowwise})
        out << (trait ? "true, " : "false, ");
    out << "}, ";
}

void write_at(std::ostream& out, torch::At at) {
    const auto written = [](float value) { return std::isnan(value) ? "not_finite" : std::to_string(value) + "F"; };
    if (std::isnan(at.zero) && std::isnan(at.half) && std::isnan(at.one)) return;
    out << ".at = {" << written(at.zero) << ", " << written(at.half) << ", " << written(at.one) << "}, ";
}

// Where what a row points to stands in its own table; -1: nowhere.
struct Places {
    int fields = -1;
    int also = -1;
};

void write_set(std::ostream& out, const char* member, const torch::ArgumentSet& set) {
    if (!set.empty())
        out << '.' << member << " = {.positions = " << set.positions << "U, .names = " << view(set.names) << "}, ";
}

// The members in the order of torch::Row.
void write_row(std::ostream& out, const torch::Row& row, Places places) {
    out << "    {.name = " << view(row.name) << ", ";
    write_enum(out, "gives", "Gives", row.gives);
    write_enum(out, "dtype", "Dtype", row.dtype);
    write_enum(out, "shape", "Shape", row.shape);
    write_text(out, "given", row.given);
    write_position(out, "given_position", row.given_position);
    write_enum(out, "given_gives", "Gives", row.given_gives);
    write_enum(out, "given_dtype", "Dtype", row.given_dtype);
    write_enum(out, "given_shape", "Shape", row.given_shape);
    if (places.fields >= 0) out << ".fields = {fields + " << places.fields << ", " << row.fields.size() << "}, ";
    if (row.tensors != 0) out << ".tensors = " << row.tensors << "U, ";
    write_enum(out, "when", "When", row.when);
    write_text(out, "argument", row.argument);
    write_position(out, "position", row.position);
    write_set(out, "numbers", row.numbers);
    if (row.rows) out << ".rows = true, ";
    write_set(out, "symbols", row.symbols);
    write_text(out, "gb", row.gb);
    write_text(out, "rule", row.rule);
    write_enum(out, "later", "Later", row.later);
    write_text(out, "later_argument", row.later_argument);
    write_position(out, "later_position", row.later_position);
    write_text(out, "mask", row.mask);
    write_position(out, "mask_position", row.mask_position);
    write_enum(out, "role", "Role", row.role);
    write_enum(out, "context", "Context", row.context);
    if (row.value) out << ".value = " << (*row.value ? "true, " : "false, ");
    write_traits(out, row.traits);
    write_at(out, row.at);
    write_text(out, "class_", row.class_);
    write_text(out, "base", row.base);
    write_text(out, "python", row.python);
    write_text(out, "instead", row.instead);
    write_text(out, "stands_for", row.stands_for);
    if (places.also >= 0) out << ".also = &conditions[" << places.also << "], ";
    if (row.since != first_release) out << ".since = " << shown(row.since) << ", ";
    if (row.until != no_release) out << ".until = " << shown(row.until) << ", ";
    out << "},\n";
}

// Where each list of fields begins, by its first one.
std::map<const torch::Field*, int> write_fields(std::ostream& out, const Maker& maker) {
    std::map<const torch::Field*, int> places;
    int written = 0;
    out << "const Field fields[] = {\n";
    for (const std::vector<torch::Field>& list : maker.fields()) {
        places.emplace(list.data(), written);
        written += static_cast<int>(list.size());
        for (const torch::Field& each : list)
            out << "    {" << view(each.name) << ", Dtype{" << static_cast<int>(each.dtype) << "}},\n";
    }
    out << "    {}};\n\n";
    return places;
}

// An array for which there may be nothing to hold has an empty row at its end.
void write_rows(std::ostream& out, const std::vector<Line>& lines) {
    Maker maker;
    std::vector<torch::Row> rows;
    for (const Line& line : lines) rows.push_back(maker.make(line));
    const std::map<const torch::Field*, int> fields = write_fields(out, maker);
    std::map<const torch::Row*, int> places;
    const auto place = [&](const torch::Row& row) {
        return Places{.fields = row.fields.empty() ? -1 : fields.at(row.fields.data()),
                      .also = row.also == nullptr ? -1 : places.at(row.also)};
    };
    out << "const Row conditions[] = {\n";
    for (const torch::Row& condition : maker.conditions()) {
        write_row(out, condition, place(condition));
        places.emplace(&condition, static_cast<int>(places.size()));
    }
    out << "    {.name = {}}};\n\nconst Row all_rows[] = {\n";
    for (const torch::Row& row : rows) write_row(out, row, place(row));
    out << "};\n\n";
}

void write_index(std::ostream& out, const std::vector<Line>& rows) {
    std::uint32_t size = 16;
    while (size < 3 * rows.size()) size *= 2;
    std::vector<std::size_t> index(size);
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (at > 0 && rows[at - 1].name == rows[at].name) continue;
        std::uint32_t place = torch::hash(rows[at].name) & (size - 1);
        while (index[place] != 0) place = (place + 1) & (size - 1);
        index[place] = at + 1;
    }
    out << "const std::uint16_t slots[] = {";
    for (std::size_t at = 0; at < size; ++at) out << (at % 24 == 0 ? "\n    " : " ") << index[at] << ",";
    out << "\n};\n\n";
}

}  // namespace

void write_tables(std::ostream& out, const std::vector<Line>& rows, const std::vector<Line>& breaks,
                  const std::vector<torch::Release>& releases) {
    out << "// Written by torch_embed from the JSON rows.\n#include \"analysis/torch/tables.h\"\n\n"
           "namespace torch::tables {\n\nnamespace {\n\n";
    write_rows(out, rows);
    write_index(out, rows);
    out << "const Break all_breaks[] = {\n";
    for (const Line& each : breaks) {
        out << "    {";
        for (const char* column : {"id", "type", "explanation", "hints"})
            out << view(each.cells[column].get<std::string>()) << ", ";
        out << "},\n";
    }
    out << "};\n\nconst Release all_releases[] = {";
    for (const torch::Release release : releases) out << shown(release) << ", ";
    out << "};\n\n}  // namespace\n\n"
           "constinit const std::span<const Row> rows{all_rows};\n"
           "constinit const std::span<const std::uint16_t> index{slots};\n"
           "constinit const std::span<const Break> breaks{all_breaks};\n"
           "constinit const std::span<const Release> releases{all_releases};\n\n}  // namespace torch::tables\n";
}

}  // namespace embed
