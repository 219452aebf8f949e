#include "server/commands/fix_trial.h"

#include "server/commands/python.h"
#include "server/files/walk.h"
#include "server/os/files.h"
#include "server/os/os.h"
#include "transforms/transforms.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <system_error>
#include <utility>
#include <variant>

namespace commands {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* original = "original";

// "compiled call 2 of Model(float32[2, 4]): result[0] was 1.5, and is 2.5"
std::string sentence(const Json& difference) {
    std::string text = difference.at("text");
    const std::string what = difference.value("what", "");
    if (const int call = difference.value("call", 0); call > 0)
        text = "call " + std::to_string(call) + (what.empty() ? "" : " of " + what) + ": " + text;
    return text;
}

// Whether what it compiles may compute in another order. The other two call the operators of the program.
bool may_round(std::string_view backend) { return backend != "eager" && backend != "aot_eager"; }

Compared compared(const Json& event) {
    Compared result;
    result.arms = event.value("arms", "");
    result.moments = event.value("calls", std::size_t{0});
    result.within = event.value("within", "");
    if (event.at("difference").is_object()) result.difference = sentence(event.at("difference"));
    return result;
}

std::uint32_t line_of(const output::Item& item) { return item.source->line_at(item.finding.span.begin) + 1; }

}  // namespace

Trial::Trial(const Confirm& arguments, const output::Report& report)
    : arguments_(arguments), report_(report), fixes_(applied(report, arguments)) {
    std::string name = os::spelled(fs::temp_directory_path() / "graphmend-XXXXXX");
    if (!os::make_folder_new(name))
        throw std::system_error(errno, std::generic_category(), "no place for a temporary folder");
    folder_ = name;
}

Trial::~Trial() {
    std::error_code error;
    fs::remove_all(folder_, error);
}

fs::path Trial::folder_of(const std::string& name, const std::string& arms) const {
    return folder_ / (name + "-" + arms);
}

Json Trial::turn_of(const Arm& arm) const {
    const fs::path folder = folder_of(arm.name, arm.arms);
    fs::remove_all(folder);
    fs::create_directory(folder);
    Json turn{{"rewritten", arm.texts}, {"stance", arm.arms}, {"observe", os::spelled(folder)}};
    if (arm.name == original && arm.arms == "eager")
        for (const confirm::Applied& each : fixes_)
            turn["conditions"][item(each).source->path()].push_back(line_of(item(each)));
    return turn;
}

std::vector<Compared> Trial::observe(const std::vector<Arm>& arms) {
    Json turns = Json::array(), pairs = Json::array();
    for (const Arm& arm : arms) {
        turns.push_back(turn_of(arm));
        if (arm.name != original)
            pairs.push_back({arm.arms, os::spelled(folder_of(original, arm.arms)),
                             os::spelled(folder_of(arm.name, arm.arms)),
                             arm.arms == "compiled" && may_round(arguments_.backend)});
    }
    turns.push_back({{"pairs", pairs}});
    Json request = request_of(arguments_, "compare");
    request["fork"] = false;
    request["timeout"] = arguments_.timeout;
    std::vector<Compared> all;
    const auto heard = [&](std::string_view line) {
        const Json event = Json::parse(line, nullptr, false);
        const std::string kind = event.is_object() ? event.value("kind", "") : "";
        if (kind == "compared") all.push_back(compared(event));
        if (kind == "outcomes") hear_ways(event);
        if (kind == "turn") hear_end(event, arms);
    };
    const auto patience = std::chrono::seconds(arguments_.timeout * (turns.size() + 1));
    request["turns"] = std::move(turns);
    const Ended ended =
        run_python(arguments_.analysing.interpreter, request.dump(), patience, streams_of(arguments_), heard);
    if (!ended.problem.empty()) problems_.push_back("the programs to be compared: " + ended.problem);
    if (all.size() < pairs.size())
        problems_.push_back("the original and the rewritten program could not be compared: it " +
                            to_string(ended.outcome));
    return all;
}

std::optional<Compared> Trial::observe(const Arm& arm) {
    std::vector<Compared> all = observe(std::vector{arm});
    return all.empty() ? std::nullopt : std::optional(std::move(all.front()));
}

void Trial::hear_end(const Json& event, const std::vector<Arm>& arms) {
    using End = python::Outcome::End;
    const std::size_t number = event.value("number", std::size_t{0});
    const int code = event.value("code", 0);
    const bool late = event.value("late", false);
    if (number >= arms.size() || (code >= 0 && !late)) return;
    const python::Outcome outcome{.end = late ? End::timed_out : End::killed, .code = std::abs(code)};
    problems_.push_back("the " + arms[number].name + " program, " + arms[number].arms + ", " + to_string(outcome));
}

const output::Item& Trial::item(const confirm::Applied& applied) const { return report_.items[applied.finding]; }

void Trial::hear_ways(const Json& event) {
    for (const Json& seen : event.at("seen"))
        for (const confirm::Applied& each : fixes_)
            if (files::shown(seen.at(0)) == item(each).source->path() && seen.at(1) == line_of(item(each)))
                ways_[each.finding] = {.when_true = seen.at(2), .when_false = seen.at(3)};
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
        const auto result = observe({.name = "partly rewritten", .arms = arms, .texts = with_first(count)});
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
    const auto again = observe({.name = "original once more", .arms = difference.arms, .texts = {}});
    if (again && !again->difference.empty()) {
        difference.difference = again->difference;
        difference.differs_anyway = true;
        return;
    }
    difference.culprit = culprit_of(difference.arms);
}

std::vector<Compared> Trial::compare(const Texts& texts) {
    std::vector<Arm> runs;
    for (const char* arms : {"eager", "compiled"}) {
        runs.push_back({.name = original, .arms = arms, .texts = {}});
        runs.push_back({.name = "rewritten", .arms = arms, .texts = texts});
    }
    std::vector<Compared> all = observe(runs);
    for (Compared& each : all)
        if (!each.difference.empty()) explain(each);
    return all;
}

}  // namespace commands
