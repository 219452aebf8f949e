#include "transforms/in_graph/equal_call.h"

#include "analysis/function/argument.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/parentheses.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/splice.h"
#include "transforms/edit/words.h"
#include "transforms/findings.h"
#include "transforms/in_graph/copied_container.h"
#include "transforms/proof/guard.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace transforms::in_graph {

using function::Facts;
using syntax::Kind;
using syntax::Node;

namespace {

// "list: list($1) # it is short"
struct Equal {
    std::string_view kind;
    std::string_view code;
    std::string_view assumed;
};

std::vector<Equal> equals_of(std::string_view row) {
    constexpr std::string_view between = " | ", assumes = " # ", colon = ": ";
    std::vector<Equal> all;
    while (!row.empty()) {
        const std::size_t end = std::min(row.find(between), row.size());
        const std::string_view one = row.substr(0, end);
        row.remove_prefix(std::min(end + between.size(), row.size()));
        const std::size_t kind = one.find(colon);
        if (kind == std::string_view::npos) continue;
        const std::string_view rest = one.substr(kind + colon.size());
        const std::size_t behind = rest.find(assumes);
        const bool is_plain = behind == std::string_view::npos;
        all.push_back({.kind = one.substr(0, kind),
                       .code = rest.substr(0, behind),
                       .assumed = is_plain ? "" : rest.substr(behind + assumes.size())});
    }
    return all;
}

bool is_of_tensors(std::string_view kind) { return kind == "tensors" || kind == "named_tensors"; }

// Of numbers, of an array, or of a list of numbers; "boolean" of what is no row of numbers.
torch::Dtype dtype_in(const values::Value& value) {
    if (!value.is(values::Kind::sequence)) return values::category(value);
    const values::Sequence& row = value.sequence();
    const bool is_row = row.form == values::Sequence::Form::list || row.form == values::Sequence::Form::tuple;
    if (!is_row || row.items.empty()) return torch::Dtype::boolean;
    torch::Dtype all = dtype_in(row.items.front());
    for (const values::Value& each : row.items) all = values::promoted(all, dtype_in(each));
    return all;
}

// What both of two arguments hold: "whole" numbers; "real" ones, which numpy compares as floats; "perhaps_whole" ones.
bool hold(const Facts& facts, const std::vector<Node>& given, std::string_view kind) {
    bool whole = true, known = true, possible = true;
    for (const Node each : given) {
        const torch::Row* row = each.is(Kind::call) ? facts.row_of(each) : nullptr;
        const Node tensor = row && row->gives == torch::Gives::array ? function::receiver_of(facts, each) : Node{};
        const torch::Dtype dtype = dtype_in(facts.value(tensor ? tensor : each));  // `x.numpy()` holds what x does
        whole = whole && dtype == torch::Dtype::integer;
        known = known && (dtype == torch::Dtype::integer || dtype == torch::Dtype::floating);
        possible = possible && (dtype == torch::Dtype::integer || dtype == torch::Dtype::unknown);
    }
    if (kind == "whole") return whole;
    return kind == "real" ? known && !whole : possible && !whole;
}

bool is_of_kind(const Facts& facts, const std::vector<Node>& given, std::string_view kind) {
    if (kind == "any") return true;
    if (kind == "whole" || kind == "real" || kind == "perhaps_whole") return hold(facts, given, kind);
    const values::Value value = facts.value(given.front());
    if (value.maybe_none) return false;
    if (kind == "tensor") return value.is_tensor();
    if (kind == "number") return function::is_number(value);
    if (kind == "dict") return value.is(values::Kind::mapping) && !value.mapping().modules;
    const bool is_list = value.is(values::Kind::sequence) && value.sequence().form == values::Sequence::Form::list;
    if (kind == "list") return is_list;
    const auto is_tensor = [](const values::Value& each) { return each.is_tensor() && !each.maybe_none; };
    if (kind == "named_tensors") {
        if (!value.is(values::Kind::mapping) || value.mapping().modules || value.mapping().items.empty()) return false;
        const auto& [items, rest, of_modules] = value.mapping();
        return rest.is(values::Kind::never) &&
               std::ranges::all_of(items, [&](const auto& each) { return is_tensor(each.second); });
    }
    return kind == "tensors" && is_list && !value.sequence().items.empty() &&
           std::ranges::all_of(value.sequence().items, is_tensor);
}

// What has to be assumed for the call to be equal; nothing if it is not.
std::optional<std::vector<std::string>> assumed_of(const Facts& facts, Node first, std::string_view kind) {
    std::vector<std::string> assumed;
    const bool is_dict = kind == "dict" || kind == "named_tensors";
    if (is_of_tensors(kind) && shares_memory(facts, first)) return std::nullopt;
    if ((is_of_tensors(kind) || kind == "tensor") && holds_parameter(facts, first)) return std::nullopt;
    const Plain plain = is_dict || kind == "list" || kind == "tensors" ? plainness_of(facts, first) : Plain::yes;
    if (plain == Plain::no) return std::nullopt;
    if (plain == Plain::unknown)
        assumed.push_back(edit::quoted(first) +
                          (is_dict ? " is of the class `dict` itself" : " is of the class `list` itself"));
    return assumed;
}

class Writer {
  public:
    Writer(std::vector<Node> given, std::string torch) : given_(std::move(given)), torch_(std::move(torch)) {}

    // Nothing if it wants other arguments than there are.
    [[nodiscard]] std::optional<std::string> write(std::string_view code, bool for_words) {
        std::string made;
        std::size_t used = 0;
        while (!code.empty()) {
            const std::size_t next = std::min(code.find('$'), code.size());
            made.append(code.substr(0, next));
            code.remove_prefix(next);
            if (code.empty()) break;
            if (take(code, "$torch")) {
                made += torch_;
            } else if (take(code, "$rest")) {
                for (std::size_t i = 1; i < given_.size(); ++i) made.append(i > 1 ? ", " : "").append(text_of(i));
                used = given_.size();
            } else {
                const auto number = static_cast<std::size_t>(code[1] - '1');
                if (number >= given_.size() || given_[number].is(Kind::keyword_argument)) return std::nullopt;
                const bool is_operand = code.substr(2).starts_with(".") || code.substr(2).starts_with("(");
                made += is_operand && !for_words ? edit::grouped(text_of(number)) : text_of(number);
                used = std::max(used, number + 1);
                code.remove_prefix(2);
            }
        }
        return for_words || used == given_.size() ? std::optional(made) : std::nullopt;
    }

  private:
    static bool take(std::string_view& code, std::string_view word) {
        if (!code.starts_with(word)) return false;
        code.remove_prefix(word.size());
        return true;
    }
    [[nodiscard]] std::string text_of(std::size_t index) const { return edit::on_one_line(given_[index], {}); }

    std::vector<Node> given_;
    std::string torch_;
};

}  // namespace

Proposal propose_equal_call(Study& study, const rules::Finding& finding) {
    const Node operand = operand_of(study.analysis(), finding);
    const Node function = operand ? syntax::function_of(operand) : Node{};
    if (!function.is(Kind::function_definition)) return {};
    const Node call = operand.is(Kind::call) ? operand : operand.parent();
    const Facts& facts = study.facts(function);
    const torch::Row* row = call.is(Kind::call) ? facts.row_of(call) : nullptr;
    if (!row || row->instead.empty()) return {};
    std::vector<Node> given;
    for (const Node each : syntax::Call{call}.arguments().children()) {
        if (each.is(Kind::list_splat) || each.is(Kind::dictionary_splat)) return {};
        given.push_back(each);
    }
    if (given.empty()) return {};
    const auto torch = edit::torch_name(facts.program().names(), function);
    for (const Equal& each : equals_of(row->instead)) {
        if (!is_of_kind(facts, given, each.kind)) continue;
        auto assumptions = assumed_of(facts, given.front(), each.kind);
        if (!assumptions) continue;
        Writer writer(given, std::string(torch.value_or("")));
        const auto made = writer.write(each.code, false);
        if (!made || (!torch && each.code.find("$torch") != std::string_view::npos)) continue;
        if (!each.assumed.empty()) assumptions->push_back(writer.write(each.assumed, true).value_or(""));
        const std::string assumed = proof::listed(*assumptions);
        return {.fixes = {{.rewrite = "equal-call",
                           .title = "call what is a part of the graph and gives the same" +
                                    (assumed.empty() ? "" : " (assumes that " + assumed + ")"),
                           .safety = assumed.empty() ? Safety::safe : Safety::unsafe,
                           .assumes = assumed,
                           .edits = {{call.span(), *made}}}},
                .declined = assumed.empty() ? std::nullopt : std::optional("it is not known that " + assumed)};
    }
    return {};
}

}  // namespace transforms::in_graph
