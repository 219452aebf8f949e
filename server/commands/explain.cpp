#include "analysis/rules/all.h"
#include "analysis/torch/knowledge.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/pages/pages.h"
#include "transforms/transforms.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace commands {

namespace {

using Json = nlohmann::ordered_json;

std::string upper_case(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

// What PyTorch itself says about one of its graph breaks.
std::string explanation(const torch::Break& registered) {
    return "# " + std::string(registered.id) + " " + std::string(registered.type) + "\n\n" +
           std::string(registered.explanation) + "\n\n" + std::string(registered.hints) + "\n";
}

std::string rules_as_text() {
    std::size_t width = 0;
    for (const rules::Rule* rule : rules::all()) width = std::max(width, rule->name.size());
    std::string text;
    for (const rules::Rule* rule : rules::all())
        text += std::string(rule->code) + "  " + std::string(rule->name) +
                std::string(width - rule->name.size() + 2, ' ') + std::string(rule->summary) + "\n";
    return text;
}

// The rewrites that are tried for its findings.
Json fixes(const rules::Rule& rule) {
    Json names = Json::array();
    for (const transforms::Rewrite& rewrite : transforms::rewrites())
        if (std::ranges::find(rewrite.rules, rule.code) != rewrite.rules.end() &&
            std::ranges::find(names, Json(rewrite.name)) == names.end())
            names.push_back(rewrite.name);
    return names;
}

std::string rules_as_json() {
    Json all = Json::array();
    for (const rules::Rule* rule : rules::all())
        all.push_back({{"code", rule->code},
                       {"name", rule->name},
                       {"summary", rule->summary},
                       {"outcome", rule->outcome ? Json(to_string(*rule->outcome)) : Json(nullptr)},
                       {"severity", to_string(rule->severity)},
                       {"fixes", fixes(*rule)}});
    return Json{{"version", 1}, {"rules", std::move(all)}}.dump(1) + "\n";
}

}  // namespace

int run(const Explain& arguments) {
    const std::string code = upper_case(arguments.code);
    if (const std::string_view page = pages::find(code); !page.empty()) return print(page) ? 0 : 2;
    if (const torch::Break* registered = torch::find_break(code)) return print(explanation(*registered)) ? 0 : 2;
    complain("graphmend: no rule has the code `" + arguments.code + "`; see `graphmend rules`\n");
    return 2;
}

int run(const Rules& arguments) { return print(arguments.json ? rules_as_json() : rules_as_text()) ? 0 : 2; }

}  // namespace commands
