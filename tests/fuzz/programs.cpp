// Programs through `check` and `fix --unsafe`, each in bounded time and memory. Program N of a set of folders is always
// the same text.
//
//   graphmend_fuzz [--cases N] [--first N] [--seconds S] [--print] --grammar FILE FOLDER...
//
// A line of JSON for each program that is wrong ("case", "wrong", "text") or was changed ("case", "text", "fixed"), and
// at last one with the sums. --print: the programs themselves, and nothing else.

#include "tests/fuzz/made.h"
#include "tests/fuzz/targets.h"
#include "tests/fuzz/workers.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

namespace {

using Json = nlohmann::json;

struct Settings {
    std::uint32_t first = 0;
    std::uint32_t cases = 300;
    fuzz::Limits limits;
    bool print = false;
    std::string grammar;
    std::vector<std::filesystem::path> folders;
};

Settings settings_of(int count, char** arguments) {
    Settings settings;
    for (int i = 1; i < count; ++i) {
        const std::string argument = arguments[i];
        const auto value = [&] { return std::string(i + 1 < count ? arguments[++i] : "0"); };
        if (argument == "--cases")
            settings.cases = static_cast<std::uint32_t>(std::stoul(value()));
        else if (argument == "--first")
            settings.first = static_cast<std::uint32_t>(std::stoul(value()));
        else if (argument == "--seconds")
            settings.limits.seconds = std::stod(value());
        else if (argument == "--grammar")
            settings.grammar = value();
        else if (argument == "--print")
            settings.print = true;
        else
            settings.folders.emplace_back(argument);
    }
    return settings;
}

void tell(const Json& json) {
    std::cout << json.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n' << std::flush;
}

// Whether all is well.
bool run_one(std::uint32_t number, const std::string& text) {
    std::string fixed;
    const std::string wrong = fuzz::program(text, fixed);
    Json said = {{"case", number}, {"text", text}};
    if (!wrong.empty()) said["wrong"] = wrong;
    if (!fixed.empty()) said["fixed"] = fixed;
    if (said.size() > 2) tell(said);
    return wrong.empty();
}

}  // namespace

int main(int count, char** arguments) {
    const Settings settings = settings_of(count, arguments);
    std::ifstream grammar(settings.grammar);
    if (!grammar || settings.folders.empty()) {
        std::cerr << "graphmend_fuzz: needs --grammar FILE and a folder\n";
        return 2;
    }
    const fuzz::Programs programs(settings.folders, fuzz::Grammar(std::string(std::istreambuf_iterator(grammar), {})));
    if (settings.print) {
        for (std::uint32_t i = 0; i < settings.cases; ++i) std::cout << programs.make(settings.first + i);
        return 0;
    }
    const auto make = [&](std::uint32_t number) { return programs.make(number); };
    const auto died = [&](std::uint32_t number, const std::string& cause) {
        tell({{"case", number}, {"wrong", cause}, {"text", programs.make(number)}});
    };
    const fuzz::Spent spent =
        fuzz::run_apart(settings.first, settings.cases, settings.limits, {.make = make, .work = run_one, .died = died});
    tell({{"cases", settings.cases},
          {"seconds", spent.seconds},
          {"most", spent.most},
          {"slowest", spent.slowest},
          {"bytes", spent.bytes},
          {"faults", spent.wrong}});
    return spent.wrong == 0 ? 0 : 1;
}
