#include "analysis/flow/print.h"
#include "analysis/names/print.h"
#include "analysis/syntax/tree.h"
#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/output/width.h"

namespace commands {

namespace {

std::string form_of(const text::Source& source, Dump::Form form) {
    const syntax::Tree tree = syntax::Tree::parse(source);
    switch (form) {
        case Dump::Form::names: return names::print(names::Module(tree));
        case Dump::Form::flow: return flow::print(tree);
    }
    return "";
}

}  // namespace

int run(const Dump& arguments) {
    const auto loaded = load(arguments.path);
    if (const auto* failure = std::get_if<files::Failure>(&loaded)) {
        complain("graphmend: " + output::printable(failure->path) + ": " + output::printable(failure->reason) + "\n");
        return 2;
    }
    return print(form_of(*std::get<Loaded>(loaded).source, arguments.form)) ? 0 : 2;
}

}  // namespace commands
