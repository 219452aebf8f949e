#include "analysis/torch/embed/write.h"

#include "analysis/torch/hash.h"

#include <algorithm>
#include <sstream>

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

// `prefix` tells the members for what an argument changes it to: given_gives, given_dtype, given_shape.
void write_gives(std::ostream& out, const std::string& text, const std::string& prefix = "") {
    std::istringstream words(text);
    for (std::string word; words >> word;)
        for (const auto& [column, type] : {std::pair{"gives", "Gives"}, {"dtype", "Dtype"}, {"shape", "Shape"}})
            if (is_word(column, word)) out << '.' << prefix << column << " = " << type << "::" << word << ", ";
}

void write_text(std::ostream& out, const Json& cells, const char* column, const char* member) {
    if (cells.contains(column)) out << '.' << member << " = " << view(cells[column].get<std::string>()) << ", ";
}

void write_word(std::ostream& out, const Json& cells, const char* column, const char* type) {
    if (cells.contains(column))
        out << '.' << column << " = " << type << "::" << cells[column].get<std::string>() << ", ";
}

// ["k@1", "dim", "*@3"]: a bit for each position, all bits from a star on; the names between spaces.
void write_numbers(std::ostream& out, const Json& numbers) {
    std::uint32_t positions = 0;
    std::string names = " ";
    for (const Json& each : numbers) {
        const Parameter number = parameter(each.get<std::string>());
        const auto place = static_cast<unsigned>(std::min(number.position, 31));
        if (number.position >= 0) positions |= (number.name == "*" ? ~0U : 1U) << place;
        if (number.name != "*" && !number.name.empty()) names += number.name + ' ';
    }
    out << ".numbers = " << positions << "U, .number_names = " << view(names) << ", ";
}

void write_condition(std::ostream& out, const Json& cells) {
    write_word(out, cells, "when", "When");
    if (cells.contains("argument")) {
        const Parameter argument = parameter(cells["argument"].get<std::string>());
        out << ".argument = " << view(argument.name) << ", .position = " << argument.position << ", ";
    }
    if (cells.contains("numbers")) write_numbers(out, cells["numbers"]);
    write_text(out, cells, "break", "gb");
    write_text(out, cells, "rule", "rule");
}

// "recompile p@1": what it does, then perhaps the argument that it is about.
void write_later(std::ostream& out, const std::string& text) {
    const std::size_t space = std::min(text.find(' '), text.size());
    out << ".later = Later::" << text.substr(0, space) << ", ";
    if (space == text.size()) return;
    const Parameter argument = parameter(text.substr(space + 1));
    out << ".later_argument = " << view(argument.name) << ", .later_position = " << argument.position << ", ";
}

void write_traits(std::ostream& out, const Json& traits) {
    out << ".traits = {";
    for (const char* trait : {"pure", "total", "transparent", "in_place", "view", "cuts", "pointwise"})
        for (const Json& each : traits)
            if (each == trait) out << '.' << trait << " = true, ";
    out << "}, ";
}

// The members in the order of torch::Row.
void write_row(std::ostream& out, const Line& row, int also) {
    const Json& cells = row.cells;
    out << "    {.name = " << view(row.name) << ", ";
    if (cells.contains("gives")) write_gives(out, cells["gives"].get<std::string>());
    if (cells.contains("with")) {
        const auto with = cells["with"].begin();
        const Parameter given = parameter(with.key());
        out << ".given = " << view(given.name) << ", .given_position = " << given.position << ", ";
        write_gives(out, with.value().get<std::string>(), "given_");
    }
    write_condition(out, cells);
    if (cells.contains("later")) write_later(out, cells["later"].get<std::string>());
    write_word(out, cells, "role", "Role");
    write_word(out, cells, "context", "Context");
    if (cells.contains("value")) out << ".value = " << (cells["value"].get<bool>() ? "true, " : "false, ");
    if (cells.contains("traits")) write_traits(out, cells["traits"]);
    write_text(out, cells, "class", "class_");
    write_text(out, cells, "base", "base");
    write_text(out, cells, "alias", "stands_for");
    if (also >= 0) out << ".also = &conditions[" << also << "], ";
    if (row.since != first_release) out << ".since = " << shown(row.since) << ", ";
    if (row.until != no_release) out << ".until = " << shown(row.until) << ", ";
    out << "},\n";
}

// Conditions chain from the last one backwards, so that each finds the next one already there.
std::vector<int> write_conditions(std::ostream& out, const std::vector<Line>& rows) {
    std::vector<int> first(rows.size(), -1);
    int count = 0;
    out << "const Row conditions[] = {\n";
    for (std::size_t at = 0; at < rows.size(); ++at) {
        if (!rows[at].cells.contains("also")) continue;
        const Json& others = rows[at].cells["also"];
        for (auto other = others.rbegin(); other != others.rend(); ++other) {
            out << "    {.name = " << view(rows[at].name) << ", ";
            write_condition(out, *other);
            if (first[at] >= 0) out << ".also = &conditions[" << first[at] << "], ";
            out << "},\n";
            first[at] = count++;
        }
    }
    out << "    {.name = {}}};\n\n";
    return first;
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
    const std::vector<int> also = write_conditions(out, rows);
    out << "const Row all_rows[] = {\n";
    for (std::size_t at = 0; at < rows.size(); ++at) write_row(out, rows[at], also[at]);
    out << "};\n\n";
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
