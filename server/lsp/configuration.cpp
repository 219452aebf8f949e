#include "server/lsp/handlers.h"
#include "server/lsp/settings.h"

#include <utility>

namespace lsp {
namespace {

// All options but the one that is no setting.
bool same(const analysis::Options& a, const analysis::Options& b) {
    const auto settings = [](const analysis::Options& o) {
        return std::tie(o.torch, o.python, o.entries_compile, o.entries_forward, o.entries_functions, o.select, o.ignore);
    };
    return settings(a) == settings(b);
}

void configure(Context& context, const Json& settings) {
    analysis::Options options = with_settings(context.options, settings);
    if (same(options, context.session.options())) return;
    context.session.configure(std::move(options));
    if (context.client.pulls && context.client.refreshes)
        context.dispatcher.ask("workspace/diagnostic/refresh", nullptr, [](const Json&) {});
}

}  // namespace

void ask_for_configuration(Context& context) {
    if (!context.client.configuration) return;
    const Json item = {{"section", "graphmend"}};
    context.dispatcher.ask("workspace/configuration", {{"items", {item}}}, [&context](const Json& answer) {
        if (answer.is_array() && !answer.empty()) configure(context, answer.front());
    });
}

// A client sends its settings along, or sends nothing and is asked.
void did_change_configuration(Context& context, const ConfigurationParams& params) {
    if (params.settings.is_object() && !params.settings.empty()) configure(context, params.settings);
    else ask_for_configuration(context);
}

}  // namespace lsp
