#include "analysis/values/declared/passed.h"

#include "analysis/syntax/python.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace values {

namespace {

// `Encoder.scaled(x=7.3.2.0,mask=7.1.-1.1)`: kind, dtype, rank, whether it is likely.
constexpr std::size_t numbers = 4;
constexpr std::array kinds{Kind::tensor, Kind::tensor_number, Kind::number, Kind::shape_number, Kind::constant};

std::optional<Value> portable(Value value) {
    if (value.is(Kind::literal)) value = {.kind = Kind::constant, .dtype = category(value)};
    if (value.maybe_none || std::ranges::find(kinds, value.kind) == kinds.end()) return std::nullopt;
    return Value{.kind = value.kind,
                 .likely = value.likely,
                 .dtype = value.dtype,
                 .rank = value.rank,
                 .origin = value.is_tensor() ? Origin::argument : Origin::unknown};
}

// Of two calls; nothing if they have nothing in common.
std::optional<Value> common(Value a, Value b) {
    if (a.kind != b.kind) return std::nullopt;
    if (a.dtype != b.dtype) a.dtype = torch::Dtype::unknown;
    if (a.rank != b.rank) a.rank = -1;
    a.likely |= b.likely;
    return a;
}

std::string spelled(Value value) {
    std::string text = std::to_string(static_cast<int>(value.kind));
    for (const int each : {static_cast<int>(value.dtype), static_cast<int>(value.rank), static_cast<int>(value.likely)})
        text += "." + std::to_string(each);
    return text;
}

std::optional<Value> read_value(std::string_view text) {
    std::array<int, numbers> read{};
    const char *at = text.data(), *end = at + text.size();
    for (std::size_t i = 0; i < numbers; ++i) {
        if (i > 0 && (at == end || *at++ != '.')) return std::nullopt;
        const auto [behind, error] = std::from_chars(at, end, read[i]);
        if (error != std::errc()) return std::nullopt;
        at = behind;
    }
    const auto& [kind, dtype, rank, likely] = read;
    const auto* known = std::ranges::find(kinds, kind, [](Kind each) { return static_cast<int>(each); });
    if (at != end || known == kinds.end()) return std::nullopt;
    if (dtype < 0 || dtype > static_cast<int>(torch::Dtype::complex) || rank < -1 || rank > 100) return std::nullopt;
    return portable({.kind = *known,
                     .likely = likely != 0,
                     .dtype = static_cast<torch::Dtype>(dtype),
                     .rank = static_cast<std::int8_t>(rank)});
}

}  // namespace

std::string spelled(const Passed& passed) {
    if (passed.arguments.empty()) return passed.function;
    std::string text;
    for (const auto& [name, value] : passed.arguments) text += (text.empty() ? "" : ",") + name + "=" + spelled(value);
    return passed.function + "(" + text + ")";
}

Passed read_passed(std::string_view text) {
    const std::size_t open = text.find('(');
    Passed passed{.function = std::string(text.substr(0, open)), .arguments = {}};
    if (open == std::string_view::npos || !text.ends_with(')')) return passed;
    text = text.substr(open + 1, text.size() - open - 2);
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        text.remove_prefix(std::min(one.size() + 1, text.size()));
        const std::size_t sign = one.find('=');
        const auto value = sign == std::string_view::npos ? std::nullopt : read_value(one.substr(sign + 1));
        if (value) passed.arguments.emplace_back(one.substr(0, sign), *value);
    }
    return passed;
}

Passed passed_to(const Program& program, syntax::Node function, std::string name) {
    Passed passed{.function = std::move(name), .arguments = {}};
    const std::vector<syntax::Parameter> parameters = syntax::parameters_of(function);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].form != syntax::Parameter::Form::plain) continue;
        std::optional<Value> all;
        bool is_first = true;
        for (const Activation* each : program.calls().of(function)) {
            if (!each->compiled) continue;
            const auto one = i < each->arguments.size() ? portable(each->arguments[i]) : std::nullopt;
            all = is_first ? one : one && all ? common(*all, *one) : std::nullopt;
            is_first = false;
        }
        if (all) passed.arguments.emplace_back(parameters[i].name.text(), *all);
    }
    return passed;
}

}  // namespace values
