#include "server/commands/commands.h"
#include "server/commands/console.h"
#include "server/commands/inputs.h"
#include "server/commands/settings.h"
#include "server/files/walk.h"
#include "server/modules/view.h"
#include "transforms/transforms.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace commands {

namespace {

using nlohmann::json;

json shown(const transforms::Treated& each) {
    return {{"line", each.line},
            {"function", each.function},
            {"code", each.code},
            {"title", each.title},
            {"declined", each.declined}};
}

using Source = std::shared_ptr<const text::Source>;

Source with(const transforms::InMemory& rewritten, const Source& source, json& treated) {
    for (const transforms::Treated& each : rewritten.treated) treated.push_back(shown(each));
    if (rewritten.edits.empty()) return source;
    return std::make_shared<const text::Source>(source->path(), transforms::apply(source->text(), rewritten.edits),
                                                source->encoding());
}

Source with_effects(const Source& source, const analysis::Analysis& analysis, bool unsafe, json& treated) {
    if (!analysis.problems().empty()) return source;
    return with(transforms::in_memory::rewrite_effects(analysis, unsafe), source, treated);
}

// A text that the fixes are done with, with something more; as it was if that spoils it.
void extend(transforms::Fixed& fixed, const Source& extended, const analysis::Options& options) {
    if (extended == fixed.source) return;
    auto last = std::make_shared<const analysis::Analysis>(analysis::analyze(extended, options));
    if (!last->problems().empty()) return;
    fixed.source = extended;
    fixed.last = std::move(last);
}

// The files that the answer rests on, besides the module itself.
std::set<std::string> files_of(const modules::Record& record) {
    std::set<std::string> paths;
    for (const auto& [question, answer] : record.answers)
        if (!answer.path.empty()) paths.insert(answer.path);
    return paths;
}

json rewrite(const json& request, const Settings& settings, bool unsafe) {
    // As those call it who import it: the file may be known already.
    const auto source = std::make_shared<const text::Source>(files::shown(request.at("path").get<std::string>()),
                                                             request.at("text").get<std::string>());
    json treated = json::array();
    const auto view = std::make_shared<modules::View>(settings.modules);
    analysis::Options options = settings.options_for(view);
    // What a library hands to torch.compile is seen in no file of it.
    options.entries_functions = true;
    const Source first = with_effects(source, analysis::analyze(source, options), unsafe, treated);
    transforms::Fixed fixed = transforms::fix(first, options, {.unsafe = unsafe});
    if (first != source && !fixed.last->problems().empty()) {  // an edit spoiled the text: as if there were no effects
        treated.clear();
        fixed = transforms::fix(source, options, {.unsafe = unsafe});
    }
    // What acts around compiled code now may be compiled by its callers.
    json told;
    extend(fixed, with_effects(fixed.source, *fixed.last, unsafe, told), options);
    if (fixed.last->problems().empty())
        extend(fixed, with(transforms::in_memory::rewrite_loops(*fixed.last), fixed.source, treated), options);
    const transforms::in_memory::Reread last = transforms::in_memory::read_while_tracing(fixed, options);
    for (const transforms::Treated& each : last.treated) treated.push_back(shown(each));
    const bool changed = last.source->text() != source->text();
    return {{"text", changed ? json(last.source->text()) : json(nullptr)},
            {"treated", std::move(treated)},
            {"fixes", fixed.applied.size()},
            {"files", files_of(view->record())}};
}

json answer(const std::string& line, const Settings& settings, bool unsafe) {
    try {
        return rewrite(json::parse(line), settings, unsafe);
    } catch (const std::exception& error) {
        return {{"error", error.what()}};
    }
}

}  // namespace

// One request and one answer a line, until the input ends. The modules of one program are asked for one after the
// other, and what one of them needed to know of another is kept.
int run(const Rewrite& arguments) {
    const auto resolved = resolve(arguments.analysing, {});
    if (const auto* failure = std::get_if<files::Failure>(&resolved)) return fail(*failure);
    std::ios::sync_with_stdio(false);
    for (std::string line; std::getline(std::cin, line);) {
        const json reply = answer(line, std::get<Settings>(resolved), arguments.unsafe);
        std::cout << reply.dump(-1, ' ', true, json::error_handler_t::replace) << '\n' << std::flush;
        if (!std::cout) return 2;
    }
    return 0;
}

}  // namespace commands
