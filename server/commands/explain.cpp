#include "analysis/rules/all.h"
#include "analysis/torch/knowledge.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/pages/pages.h"

#include <algorithm>
#include <string>

namespace commands {

namespace {

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

}  // namespace

int run(const Explain& arguments) {
    const std::string code = upper_case(arguments.code);
    if (const std::string_view page = pages::find(code); !page.empty()) return print(page) ? 0 : 2;
    if (const torch::Break* registered = torch::find_break(code)) return print(explanation(*registered)) ? 0 : 2;
    complain("graphmend: no rule has the code `" + arguments.code + "`; see `graphmend rules`\n");
    return 2;
}

int run(const Rules&) {
    std::size_t width = 0;
    for (const rules::Rule* rule : rules::all()) width = std::max(width, rule->name.size());
    std::string text;
    for (const rules::Rule* rule : rules::all())
        text += std::string(rule->code) + "  " + std::string(rule->name) +
                std::string(width - rule->name.size() + 2, ' ') + std::string(rule->summary) + "\n";
    return print(text) ? 0 : 2;
}

}  // namespace commands
