#include "server/config/rows.h"
#include "server/config/versions.h"
#include "server/lsp/handlers.h"
#include "server/lsp/settings.h"
#include "server/lsp/uri.h"
#include "server/os/os.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace lsp {
namespace {

constexpr int message_type_error = 1;

void complain(Context& context, const config::Error& error) {
    std::string complaint = error.path + ": ";
    if (error.line != 0) complaint += "line " + std::to_string(error.line) + ": ";
    complaint += error.reason;
    if (std::exchange(context.complaint, complaint) == complaint) return;
    context.dispatcher.notify("window/showMessage", {{"type", message_type_error}, {"message", complaint}});
}

// A file that is wrong is reported, and counts for nothing.
config::Settings project_settings(Context& context, const std::string& path) {
    const auto file = config::find(os::spelled(std::filesystem::path(path).parent_path()));
    if (!file) return {};
    auto loaded = config::load(*file);
    if (auto* const settings = std::get_if<config::Settings>(&loaded)) return std::move(*settings);
    complain(context, std::get<config::Error>(loaded));
    return {};
}

std::shared_ptr<const torch::OwnRows> own_rows(Context& context, const std::vector<std::string>& files,
                                               analysis::Version torch) {
    auto read = config::read_rows(files, torch);
    if (auto* const rows = std::get_if<std::shared_ptr<const torch::OwnRows>>(&read)) return std::move(*rows);
    complain(context, std::get<config::Error>(read));
    return nullptr;
}

// What is said nearest to the person counts: the settings of the editor, then the project's file, then what is
// installed.
struct OfFolder {
    Configured configured;
    config::Settings project;
};
OfFolder configuration_of_folder(Context& context, const std::string& uri) {
    OfFolder all{.configured = {.options = context.options, .packages = {}}, .project = {}};
    auto& [configured, project] = all;
    analysis::Options& options = configured.options;
    if (const auto path = path_of(uri)) {
        project = project_settings(context, *path);
        config::Versions versions = config::versions_for(os::spelled(std::filesystem::path(*path).parent_path()));
        config::apply(options, versions);
        configured.packages = std::move(versions.packages);
        config::apply(options, project);
    }
    config::apply(options, context.initial);
    config::apply(options, context.configured);
    if (const auto error = config::unknown_rule(options)) complain(context, *error);
    if (!project.knowledge.empty()) options.rows = own_rows(context, project.knowledge, options.torch);
    return all;
}

// With what is ignored in this document alone.
Configured configuration_of(const OfFolder& folder, const std::string& uri) {
    Configured configured = folder.configured;
    if (const auto path = path_of(uri))
        for (std::string& code : config::ignored_in(*path, folder.project))
            configured.options.ignore.push_back(std::move(code));
    return configured;
}

void reconfigure(Context& context) {
    bool changed = false;
    std::map<std::string, OfFolder> of_folders;  // to look for one takes a moment, and many documents lie in few
    for (const auto& document : context.session.open_documents()) {
        const auto path = path_of(document->uri);
        const std::string folder = path ? os::spelled(std::filesystem::path(*path).parent_path()) : "";
        const auto [known, is_new] = of_folders.try_emplace(folder);
        if (is_new) known->second = configuration_of_folder(context, document->uri);
        Configured own = configuration_of(known->second, document->uri);
        changed |= context.session.configure(document->uri, std::move(own.options), std::move(own.packages));
    }
    if (changed) ask_to_pull(context);
}

void configure(Context& context, const Json& settings) {
    context.configured = read_settings(settings);
    reconfigure(context);
}

}  // namespace

void ask_to_pull(Context& context) {
    if (context.client.pulls && context.client.refreshes)
        context.dispatcher.ask("workspace/diagnostic/refresh", nullptr, [](const Json&) {});
    if (context.client.refreshes_lenses)
        context.dispatcher.ask("workspace/codeLens/refresh", nullptr, [](const Json&) {});
}

Configured configuration_for(Context& context, const std::string& uri) {
    return configuration_of(configuration_of_folder(context, uri), uri);
}

void ask_for_configuration(Context& context) {
    if (!context.client.configuration) return;
    const Json item = {{"section", "graphmend"}};
    context.dispatcher.ask("workspace/configuration", {{"items", Json::array({item})}}, [&context](const Json& answer) {
        if (answer.is_array() && !answer.empty()) configure(context, answer.front());
    });
}

// A client sends its settings along, or sends nothing and is asked.
void did_change_configuration(Context& context, const ConfigurationParams& params) {
    if (params.settings.is_object() && !params.settings.empty())
        configure(context, params.settings);
    else
        ask_for_configuration(context);
}

// Not every client watches files, and those that do see only what is below the folders that they have open.
void watch_disk(Context& context) {
    context.session.watch([&context] { reconfigure(context); });
}

// A client that says nothing of the files may mean any.
void did_change_watched_files(Context& context, const WatchedFilesParams& params) {
    const auto is_python = [](const std::string& uri) { return uri.ends_with(".py"); };
    if (!std::ranges::all_of(params.uris, is_python) || params.uris.empty()) reconfigure(context);
    context.session.refresh();
}

}  // namespace lsp
