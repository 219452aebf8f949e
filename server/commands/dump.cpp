#include "analysis/effects/dump.h"
#include "analysis/flow/print.h"
#include "analysis/names/print.h"
#include "analysis/syntax/tree.h"
#include "analysis/values/print.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/commands/settings.h"
#include "transforms/transforms.h"

namespace commands {

namespace {

std::string names_of(const text::Source& source) {
    const syntax::Tree tree = syntax::Tree::parse(source);
    return names::print(names::Module(tree));
}

// Empty for a file that cannot hold a compiled region: there, nothing is interpreted.
std::string interpreted(const std::shared_ptr<const text::Source>& source, const analysis::Options& options,
                        std::string (*print_form)(const values::Program&)) {
    const analysis::Analysis analysis = analysis::analyze(source, options);
    return analysis.program() ? print_form(*analysis.program()) : "";
}

std::string form_of(const std::shared_ptr<const text::Source>& source, Dump::Form form,
                    const analysis::Options& options) {
    switch (form) {
        case Dump::Form::names: return names_of(*source);
        case Dump::Form::flow: return flow::print(syntax::Tree::parse(*source));
        case Dump::Form::values: return interpreted(source, options, values::print_values);
        case Dump::Form::events: return interpreted(source, options, values::print_events);
        case Dump::Form::liveness: return interpreted(source, options, effects::print_liveness);
        case Dump::Form::aliases: return interpreted(source, options, effects::print_aliases);
        case Dump::Form::effects: return interpreted(source, options, transforms::speculation::print_effects);
    }
    return "";
}

}  // namespace

int run(const Dump& arguments) {
    const auto settings = resolve(arguments.analysing, {&arguments.path, 1});
    if (const auto* failure = std::get_if<files::Failure>(&settings)) return fail(*failure);
    const auto loaded = files::load(files::shown(arguments.path));
    if (const auto* failure = std::get_if<files::Failure>(&loaded)) return fail(*failure);
    return print(form_of(std::get<files::Loaded>(loaded).source, arguments.form,
                         std::get<Settings>(settings).options_for_one()))
               ? 0
               : 2;
}

}  // namespace commands
