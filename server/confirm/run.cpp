#include "server/confirm/run.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace confirm {
namespace {

using Json = nlohmann::json;

Place place(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

std::vector<Place> places(const Json& json) {
    std::vector<Place> result;
    for (const Json& each : json) result.push_back(place(each));
    return result;
}

std::optional<Place> place_or_none(const Json& json) {
    return json.is_null() ? std::nullopt : std::optional(place(json));
}

std::vector<Counted> counted(const Json& json) {
    std::vector<Counted> result;
    for (const Json& each : json) result.push_back({.at = place(each), .all = each.at(3), .most = each.at(4)});
    return result;
}

std::vector<std::string> guards(const Json& json) {
    std::vector<std::string> result;
    for (const Json& each : json) result.push_back(in_short(each));
    return result;
}

std::string version(const Json& numbers) {
    std::string result;
    for (const Json& number : numbers) result += (result.empty() ? "" : ".") + std::to_string(number.get<int>());
    return result;
}

void hear_counts(Process& process, const Json& event) {
    process.forwards = event.at("forwards");
    process.signatures.clear();
    for (const Json& each : event.at("signatures")) process.signatures[each.at(0)] = each.at(1);
    process.resumed = counted(event.at("resumed"));
    process.eager = counted(event.at("eager"));
}

void hear_in(Process& process, const std::string& kind, const Json& event) {
    if (kind == "break")
        process.breaks.push_back({.id = event.at("id"),
                                  .stack = places(event.at("stack")),
                                  .caller = places(event.at("caller")),
                                  .frame = place_or_none(event.at("frame")),
                                  .reason = event.at("reason"),
                                  .type = event.at("type"),
                                  .gb = event.at("gb"),
                                  .outcome = event.at("outcome")});
    else if (kind == "frame")
        process.frames.push_back({.code = place(event.at("code")),
                                  .status = event.at("status"),
                                  .why = event.at("why"),
                                  .lines = event.at("lines")});
    else if (kind == "given_up")
        for (Break& each : process.breaks) each.outcome = each.id == event.at("break") ? "skip" : each.outcome;
    else if (kind == "recompile")
        process.recompilations.push_back({.code = place(event.at("code")), .reasons = guards(event.at("reasons"))});
    else if (kind == "ddp" && !event.at("code").is_null())
        process.ddp.emplace_back(place(event.at("code")), event.at("buckets"));
    else if (kind == "counts")
        hear_counts(process, event);
}

// Of an exception whose text is many lines: "Error: " and a ruler and "it failed" -> "Error: it failed"
std::string in_one_line(const std::string& text) {
    std::string line = text.substr(0, text.find('\n'));
    if (const std::size_t more = text.find_first_not_of("\n -=", line.size());
        line.ends_with(": ") && more != text.npos)
        line += text.substr(more, text.find('\n', more) - more);
    return line;
}

void hear_event(Run& run, const Json& event) {
    const std::string kind = event.at("kind");
    if (kind == "python") {
        run.python = version(event.at("version"));
        run.executable = event.at("executable");
        run.libraries.push_back(event.at("library"));
    } else if (kind == "torch") {
        run.torch = event.at("version");
        run.device = event.at("device");
        run.libraries.push_back(event.at("library"));
    } else if (kind == "problem") {
        run.problems.push_back(event.at("text"));
    } else if (kind == "failed_call") {
        run.problems.push_back("the call " + event.at("name").get<std::string>() + " raised " +
                               event.at("exception").get<std::string>());
    } else if (kind == "modules") {
        for (const Json& path : event.at("paths")) run.modules.push_back(path);
    } else if (kind == "end") {
        if (!event.at("exception").is_null())
            run.problems.push_back("the program raised " + in_one_line(event.at("exception")));
        else if (const int status = event.at("status"); status != 0 && run.problems.empty())
            run.problems.push_back("the program ended with exit status " + std::to_string(status));
    } else {
        Process& process = run.processes[event.at("pid")];
        if (const auto rank = event.find("rank"); rank != event.end() && rank->is_string()) process.rank = *rank;
        hear_in(process, kind, event);
    }
}

}  // namespace

std::string in_short(std::string guard) {
    guard = guard.substr(0, guard.find('\n'));
    const std::size_t colon = guard.find(": ");
    if (colon != guard.npos && guard.find_first_not_of("0123456789/_") == colon) guard.erase(0, colon + 2);
    const std::size_t comment = guard.find(" # "), last = guard.rfind(" # "), in = guard.find(" in ", last);
    if (comment == guard.npos) return guard;
    std::string place;
    if (in != guard.npos) place = guard.substr(last + 3, in - last - 3);
    guard.resize(guard.find_last_not_of(' ', comment) + 1);
    if (place.find(".py:") == place.npos) return guard;
    return guard + " (" + place.substr(place.rfind('/') + 1) + ")";
}

void hear(Run& run, std::string_view line) {
    try {
        hear_event(run, Json::parse(line));
    } catch (const Json::exception&) {
        ++run.unreadable;
    }
}

}  // namespace confirm
