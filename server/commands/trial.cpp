#include "server/commands/trial.h"

#include "server/commands/python.h"
#include "server/files/walk.h"
#include "transforms/fix.h"

#include <stdlib.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <system_error>
#include <utility>
#include <variant>

namespace commands {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// "compiled call 2 of Model(float32[2, 4]): result[0] was 1.5, and is 2.5"
std::string sentence(const Json& difference) {
    std::string text = difference.at("text");
    const std::string what = difference.value("what", "");
    if (const int call = difference.value("call", 0); call > 0)
        text = "call " + std::to_string(call) + (what.empty() ? "" : " of " + what) + ": " + text;
    return text;
}

std::uint32_t line_of(const output::Item& item) { return item.source->line_at(item.finding.span.begin) + 1; }

}  // namespace

Trial::Trial(const Confirm& arguments, const output::Report& report, bool unsafe)
    : arguments_(arguments), report_(report), fixes_(applied(report, unsafe)) {
    std::string name = (fs::temp_directory_path() / "graphmend-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr)
        throw std::system_error(errno, std::generic_category(), "no place for a temporary folder");
    folder_ = name;
}

Trial::~Trial() {
    std::error_code error;
    fs::remove_all(folder_, error);
}

std::string Trial::observe(const std::string& name, const std::string& arms, const Texts& texts) {
    const fs::path folder = folder_ / (name + "-" + arms);
    fs::remove_all(folder);
    fs::create_directory(folder);
    Json request = request_of(arguments_, "compare");
    request["fork"] = false;
    request["rewritten"] = texts;
    request["stance"] = arms;
    request["observe"] = folder.string();
    if (texts.empty() && arms == "eager")
        for (const confirm::Applied& each : fixes_)
            request["conditions"][item(each).source->path()].push_back(line_of(item(each)));
    confirm::Run told;
    const Ended ended =
        run_python(arguments_.analysing.interpreter, request.dump(), std::chrono::seconds(arguments_.timeout),
                   arguments_.json, [&](std::string_view line) {
                       confirm::hear(told, line);
                       hear_ways(line);
                   });
    const std::string who = name + " program, " + arms;
    if (!ended.problem.empty()) problems_.push_back("the " + who + ": " + ended.problem);
    if (ended.outcome.end != runner::Outcome::End::exited)
        problems_.push_back("the " + who + ", " + to_string(ended.outcome));
    return folder.string();
}

const output::Item& Trial::item(const confirm::Applied& applied) const { return report_.items[applied.finding]; }

void Trial::hear_ways(std::string_view line) {
    const Json event = Json::parse(line, nullptr, false);
    if (!event.is_object() || event.value("kind", "") != "outcomes") return;
    for (const Json& seen : event.at("seen"))
        for (const confirm::Applied& each : fixes_)
            if (files::shown(seen.at(0)) == item(each).source->path() && seen.at(1) == line_of(item(each)))
                ways_[each.finding] = {.when_true = seen.at(2), .when_false = seen.at(3)};
}

std::optional<Compared> Trial::compared(const std::string& arms, const std::string& after) {
    Json request = request_of(arguments_, "compare");
    request["tolerant"] = arguments_.backend != "eager";
    request["pairs"] = Json::array({Json::array({arms, (folder_ / ("original-" + arms)).string(), after})});
    std::optional<Compared> result;
    const auto heard = [&](std::string_view line) {
        const Json event = Json::parse(line, nullptr, false);
        if (!event.is_object() || event.value("kind", "") != "compared") return;
        result.emplace();
        result->arms = arms;
        result->moments = event.value("calls", std::size_t{0});
        if (event.at("difference").is_object()) result->difference = sentence(event.at("difference"));
    };
    const Ended ended = run_python(arguments_.analysing.interpreter, request.dump(), {}, arguments_.json, heard);
    if (!result) problems_.push_back("the " + arms + " runs could not be compared: it " + to_string(ended.outcome));
    return result;
}

// One round of fixes, as far as the first ones go.
Texts Trial::with_first(std::size_t count) const {
    std::map<const text::Source*, std::vector<const transforms::Fix*>> by_file;
    for (std::size_t i = 0; i < count; ++i) by_file[item(fixes_[i]).source.get()].push_back(fixes_[i].fix);
    Texts texts;
    for (const auto& [source, fixes] : by_file)
        texts[source->path()] = transforms::apply(source->text(), transforms::combine(fixes));
    return texts;
}

// The last of the fewest that make a difference, found by halving.
std::optional<confirm::Applied> Trial::culprit_of(const std::string& arms) {
    const auto differs = [&](std::size_t count) {
        const auto result = compared(arms, observe("partly rewritten", arms, with_first(count)));
        return result && !result->difference.empty();
    };
    std::size_t same = 0, different = fixes_.size();
    if (different == 0 || !differs(different)) return std::nullopt;
    while (different - same > 1) {
        const std::size_t middle = (same + different) / 2;
        (differs(middle) ? different : same) = middle;
    }
    return fixes_[different - 1];
}

// A program that prints the time differs from itself; otherwise a fix is to blame.
void Trial::explain(Compared& difference) {
    const auto again = compared(difference.arms, observe("original once more", difference.arms, {}));
    if (again && !again->difference.empty()) {
        difference.difference = again->difference;
        difference.differs_anyway = true;
        return;
    }
    difference.culprit = culprit_of(difference.arms);
}

std::vector<Compared> Trial::compare(const Texts& texts) {
    std::vector<Compared> all;
    for (const std::string arms : {"eager", "compiled"}) {
        static_cast<void>(observe("original", arms, {}));
        const std::string after = observe("rewritten", arms, texts);
        auto result = compared(arms, after);
        if (!result) continue;
        if (!result->difference.empty()) explain(*result);
        all.push_back(std::move(*result));
    }
    return all;
}

}  // namespace commands
