#include "server/commands/line/walk.h"

#include <algorithm>

namespace commands {

namespace {

bool is_shown(const CLI::App* app) { return !app->get_name().empty() && !app->get_group().empty(); }

// CLI11 has groups of options as applications without a name, each with a `--help` that says the same.
void collect(const CLI::App& app, std::vector<const CLI::Option*>& options) {
    const CLI::Option* again = app.get_name().empty() ? app.get_help_ptr() : nullptr;
    std::ranges::copy_if(app.get_options(), std::back_inserter(options),
                         [&](const CLI::Option* option) { return !option->get_group().empty() && option != again; });
    for (const CLI::App* group : app.get_subcommands([](const CLI::App* each) { return each->get_name().empty(); }))
        collect(*group, options);
}

std::vector<const CLI::Option*> all_of(const CLI::App& app, bool positional) {
    std::vector<const CLI::Option*> options;
    collect(app, options);
    std::erase_if(options, [&](const CLI::Option* option) { return option->get_positional() != positional; });
    return options;
}

}  // namespace

std::vector<const CLI::App*> commands_of(const CLI::App& app) { return app.get_subcommands(is_shown); }

std::vector<const CLI::Option*> options_of(const CLI::App& app) { return all_of(app, false); }

std::vector<const CLI::Option*> positionals_of(const CLI::App& app) { return all_of(app, true); }

std::vector<std::string> spellings_of(const CLI::Option& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.get_snames()) names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
    return names;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

}  // namespace commands
