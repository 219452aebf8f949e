#include "server/commands/mcp_tools.h"

#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/output/width.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace commands {

namespace {

using rpc::Error;
using rpc::ErrorCode;
using rpc::Json;

// What a caller can say, and the words of the command line that it becomes. Without an option, it is positional.
struct Parameter {
    enum class Kind : std::uint8_t { word, words, flag, number };
    std::string_view name;
    Kind kind;
    std::string_view help;
    std::string_view option{};   // of a flag: where it is true
    std::string_view without{};  // where it is not, or nothing is said
    bool required = false;
};

struct Tool {
    std::string_view name;
    std::string_view help;
    std::span<const std::string_view> command;
    std::span<const Parameter> parameters;
    bool writes = false;
    bool runs = false;  // a program of the user, who is asked before
};

using enum Parameter::Kind;
constexpr Parameter paths{"paths", words, "files and folders", {}, {}, true};
constexpr Parameter select{"select", words, "only these rules: codes or their beginnings", "--select"};
constexpr std::array check_parameters{
    paths, select,
    Parameter{"torch_version", word, "the PyTorch that the code is for; else the installed or required one",
              "--torch-version"}};
constexpr std::array fix_parameters{
    paths, select, Parameter{"unsafe", flag, "also fixes that rest on an assumption, which they state", "--unsafe"},
    Parameter{"apply", flag, "write the files; else they stay as they are, and the answer is a patch", {}, "--diff"}};
constexpr std::array entries_parameters{paths};
constexpr std::array confirm_parameters{
    Parameter{"target",
              word,
              "a script, or package.module:name: a callable that returns a module, (module, arguments) or a list of "
              "calls; with `module`, the name of a module",
              {},
              {},
              true},
    Parameter{"arguments", words, "of the program"},
    Parameter{"module", flag, "the target is the name of a module, as behind `python -m`", "-m"},
    Parameter{"inputs", word, "FILE.py:NAME, what gives the arguments for package.module:name", "--inputs"},
    Parameter{"python", word, "the interpreter that runs it; else that of the project's environment", "--python"},
    Parameter{"fix", flag, "apply fixes in memory, run again, and compare: breaks, results, everything told", "--fix"},
    Parameter{"unsafe", flag, "also fixes that rest on an assumption", "--unsafe"},
    Parameter{"timeout", number, "seconds after which the program is ended; 600 by default", "--timeout",
              "--timeout=600"}};
constexpr std::array explain_parameters{Parameter{"code", word, "such as GM101", {}, {}, true}};
constexpr std::array why_parameters{Parameter{"place", word, "FILE:LINE", {}, {}, true}};

constexpr std::array<std::string_view, 3> check{"check", "--output-format", "json"};
constexpr std::array<std::string_view, 1> fix{"fix"};
constexpr std::array<std::string_view, 4> entries{"check", "--list-entries", "--output-format", "json"};
constexpr std::array<std::string_view, 2> confirm{"confirm", "--json"};
constexpr std::array<std::string_view, 1> explain{"explain"};
constexpr std::array<std::string_view, 1> why{"why"};

constexpr std::array table{
    Tool{"check", "Find what breaks the graphs of torch.compile: findings with their fixes, as JSON. Runs nothing.",
         check, check_parameters},
    Tool{"fix", "Fix graph breaks: shows the changes as a patch, or writes them with `apply`.", fix, fix_parameters,
         true},
    Tool{"entries", "What is compiled, and where it is handed to torch.compile, as JSON. Runs nothing.", entries,
         entries_parameters},
    Tool{"confirm",
         "Run a program on the real PyTorch, after the user has allowed it: which findings are real, and what only a "
         "run shows, as JSON; with `fix`, what the fixes change.",
         confirm, confirm_parameters, true, true},
    Tool{"explain", "The page of a rule: what it is about, with examples.", explain, explain_parameters},
    Tool{"why", "What is known about a line, and why nothing is found there.", why, why_parameters},
};

Json schema(const Parameter& parameter) {
    Json schema{{"description", parameter.help}};
    switch (parameter.kind) {
        case word: schema["type"] = "string"; break;
        case words:
            schema.update({{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", int{parameter.required}}});
            break;
        case number: schema.update({{"type", "integer"}, {"minimum", 1}}); break;
        case flag: schema.update({{"type", "boolean"}, {"default", false}}); break;
    }
    return schema;
}

Json told(const Tool& tool) {
    Json properties = Json::object(), required = Json::array();
    for (const Parameter& each : tool.parameters) {
        properties[std::string(each.name)] = schema(each);
        if (each.required) required.push_back(each.name);
    }
    return {{"name", tool.name},
            {"description", tool.help},
            {"inputSchema",
             {{"type", "object"},
              {"properties", std::move(properties)},
              {"required", std::move(required)},
              {"additionalProperties", false}}},
            {"annotations", {{"readOnlyHint", !tool.writes}, {"openWorldHint", tool.runs}}}};
}

[[noreturn]] void refuse(const Tool& tool, std::string_view parameter, const std::string& reason) {
    throw Error(ErrorCode::invalid_params, std::string(tool.name) + ": `" + std::string(parameter) + "` " + reason);
}

// As a shell reads it, in one line.
std::string typed(const std::string& word) {
    const auto is_plain = [](unsigned char c) {
        return std::isalnum(c) != 0 ||
               std::string_view("_./:=,+@%-").find(static_cast<char>(c)) != std::string_view::npos;
    };
    std::string shown = output::printable(word);
    if (!word.empty() && std::ranges::all_of(word, is_plain)) return shown;
    for (std::size_t at = shown.find('\''); at != std::string::npos; at = shown.find('\'', at + 4))
        shown.replace(at, 1, R"('\'')");
    return "'" + shown + "'";
}

const Tool& tool_of(const std::string& name) {
    const auto* tool = std::ranges::find(table, name, &Tool::name);
    if (tool == table.end()) throw Error(ErrorCode::invalid_params, "there is no tool `" + name + "`");
    return *tool;
}

std::vector<std::string> values_of(const Tool& tool, const Parameter& parameter, const Json& given) {
    std::vector<std::string> values;
    const Json list = parameter.kind == word ? Json::array({given}) : given;
    const auto is_string = [](const Json& each) { return each.is_string(); };
    if (!list.is_array() || (list.empty() && parameter.required) || !std::ranges::all_of(list, is_string))
        refuse(tool, parameter.name, parameter.kind == word ? "is a string" : "is a list of strings, one at least");
    return list.get<std::vector<std::string>>();
}

// The command line: options first, so that no path is taken for one.
std::vector<std::string> command_line(const Tool& tool, const Json& arguments) {
    if (!arguments.is_object())
        throw Error(ErrorCode::invalid_params, std::string(tool.name) + ": the arguments are no object");
    const auto is_known = [&](const std::string& name) {
        return std::ranges::find(tool.parameters, name, &Parameter::name) != tool.parameters.end();
    };
    for (const auto& [name, value] : arguments.items())
        if (!is_known(name)) refuse(tool, name, "is no parameter of it");
    std::vector<std::string> line(tool.command.begin(), tool.command.end());
    std::vector<std::string> positional;
    for (const Parameter& each : tool.parameters) {
        const Json given = arguments.value(each.name, Json());
        if (given.is_null() && each.required) refuse(tool, each.name, "is missing");
        if (each.kind == flag) {
            if (!given.is_null() && !given.is_boolean()) refuse(tool, each.name, "is true or false");
            const std::string_view option = given == true ? each.option : each.without;
            if (!option.empty()) line.emplace_back(option);
        } else if (each.kind == number && !given.is_null()) {
            if (!given.is_number_unsigned() || given == 0) refuse(tool, each.name, "is a whole number above 0");
            line.push_back(std::string(each.option) + "=" + given.dump());
        } else if (given.is_null()) {
            if (!each.without.empty()) line.emplace_back(each.without);
        } else {
            for (const std::string& value : values_of(tool, each, given))
                each.option.empty() ? positional.push_back(value)
                                    : line.push_back(std::string(each.option) + "=" + value);
        }
    }
    // Behind the target stand words of the program, whatever they look like.
    if (tool.runs && positional.front().starts_with('-')) refuse(tool, "target", "is not an option");
    if (!tool.runs) line.emplace_back("--");
    line.insert(line.end(), positional.begin(), positional.end());
    return line;
}

std::string typed(const std::vector<std::string>& line) {
    std::string text = "graphmend";
    for (const std::string& word : line)
        if (word != "--json") text += " " + typed(word);
    return text;
}

int run_captured(const std::vector<std::string>& line, Captured& captured) {
    auto parsed = parse(line);
    if (const auto* exit = std::get_if<Exit>(&parsed)) {
        captured.err += exit->err;
        return 2;
    }
    Command& command = std::get<Command>(parsed);
    if (auto* program = std::get_if<Confirm>(&command)) program->reads_nothing = true;
    return std::visit([](const auto& each) { return run(each); }, command);
}

}  // namespace

Json tools() {
    Json all = Json::array();
    for (const Tool& tool : table) all.push_back(told(tool));
    return all;
}

std::string question_before(const std::string& name, const Json& arguments) {
    const Tool& tool = tool_of(name);
    if (!tool.runs) return "";
    const bool again = arguments.value("fix", Json()) == true;
    return "May GraphMend run this program, with all that you may do yourself" +
           std::string(again ? ", several times, also with its fixes in memory" : "") + "?\n\n    " +
           typed(command_line(tool, arguments));
}

Json call_tool(const std::string& name, const Json& arguments) {
    const std::vector<std::string> line = command_line(tool_of(name), arguments);
    Captured captured;
    const int status = run_captured(line, captured);
    Json content = Json::array();
    for (const std::string& text : {captured.out, captured.err})
        if (!text.empty()) content.push_back({{"type", "text"}, {"text", text}});
    return {{"content", std::move(content)}, {"isError", status == 2}};
}

}  // namespace commands
