#include "server/commands/mcp_tools.h"

#include "server/commands/commands.h"
#include "server/commands/console.h"

#include <algorithm>
#include <array>
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
    enum class Kind : std::uint8_t { word, words, flag };
    std::string_view name;
    Kind kind;
    std::string_view help;
    std::string_view option{};   // of a flag: where it is true
    std::string_view without{};  // where it is not
    bool required = false;
};

struct Tool {
    std::string_view name;
    std::string_view help;
    std::span<const std::string_view> command;
    std::span<const Parameter> parameters;
    bool writes = false;
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
constexpr std::array explain_parameters{Parameter{"code", word, "such as GM101", {}, {}, true}};
constexpr std::array why_parameters{Parameter{"place", word, "FILE:LINE", {}, {}, true}};

constexpr std::array<std::string_view, 3> check{"check", "--output-format", "json"};
constexpr std::array<std::string_view, 1> fix{"fix"};
constexpr std::array<std::string_view, 1> explain{"explain"};
constexpr std::array<std::string_view, 1> why{"why"};

constexpr std::array table{
    Tool{"check", "Find what breaks the graphs of torch.compile: findings with their fixes, as JSON. Runs nothing.",
         check, check_parameters},
    Tool{"fix", "Fix graph breaks: shows the changes as a patch, or writes them with `apply`.", fix, fix_parameters,
         true},
    Tool{"explain", "The page of a rule: what it is about, with examples.", explain, explain_parameters},
    Tool{"why", "What is known about a line, and why nothing is found there.", why, why_parameters},
};

Json schema(const Parameter& parameter) {
    Json schema{{"description", parameter.help}};
    switch (parameter.kind) {
        case word: schema["type"] = "string"; break;
        case words: schema.update({{"type", "array"}, {"items", {{"type", "string"}}}, {"minItems", 1}}); break;
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
            {"annotations", {{"readOnlyHint", !tool.writes}, {"openWorldHint", false}}}};
}

[[noreturn]] void refuse(const Tool& tool, std::string_view parameter, const std::string& reason) {
    throw Error(ErrorCode::invalid_params, std::string(tool.name) + ": `" + std::string(parameter) + "` " + reason);
}

std::vector<std::string> values_of(const Tool& tool, const Parameter& parameter, const Json& given) {
    std::vector<std::string> values;
    const Json list = parameter.kind == word ? Json::array({given}) : given;
    const auto is_string = [](const Json& each) { return each.is_string(); };
    if (!list.is_array() || list.empty() || !std::ranges::all_of(list, is_string))
        refuse(tool, parameter.name, parameter.kind == word ? "is a string" : "is a list of strings, one at least");
    return list.get<std::vector<std::string>>();
}

// The command line: options first, so that no path is taken for one.
std::vector<std::string> command_line(const Tool& tool, const Json& arguments) {
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
        } else if (!given.is_null()) {
            for (const std::string& value : values_of(tool, each, given))
                each.option.empty() ? positional.push_back(value)
                                    : line.push_back(std::string(each.option) + "=" + value);
        }
    }
    line.emplace_back("--");
    line.insert(line.end(), positional.begin(), positional.end());
    return line;
}

int run_captured(const std::vector<std::string>& line, Captured& captured) {
    const auto parsed = parse(line);
    if (const auto* exit = std::get_if<Exit>(&parsed)) {
        captured.err += exit->err;
        return 2;
    }
    return std::visit([](const auto& command) { return run(command); }, std::get<Command>(parsed));
}

}  // namespace

Json tools() {
    Json all = Json::array();
    for (const Tool& tool : table) all.push_back(told(tool));
    return all;
}

Json call_tool(const std::string& name, const Json& arguments) {
    const auto* tool = std::ranges::find(table, name, &Tool::name);
    if (tool == table.end()) throw Error(ErrorCode::invalid_params, "there is no tool `" + name + "`");
    if (!arguments.is_object()) throw Error(ErrorCode::invalid_params, name + ": the arguments are no object");
    const std::vector<std::string> line = command_line(*tool, arguments);
    Captured captured;
    const int status = run_captured(line, captured);
    Json content = Json::array();
    for (const std::string& text : {captured.out, captured.err})
        if (!text.empty()) content.push_back({{"type", "text"}, {"text", text}});
    return {{"content", std::move(content)}, {"isError", status == 2}};
}

}  // namespace commands
