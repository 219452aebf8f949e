#include "transforms/in_memory/constant_read.h"

#include "analysis/effects/input_dependence.h"
#include "analysis/effects/torchscript_use.h"
#include "analysis/function/function_facts.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/findings.h"
#include "transforms/in_memory/definitions.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>

namespace transforms::in_memory {

using edit::private_package;
using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view truth = "truth", number = "number", reading = "reading";  // of graphmend.constant_folding
constexpr std::string_view title = "asks while tracing whether the number is known (with the GraphMend runtime)";

// An expression, and the function of the runtime that is asked for it.
using Asked = std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Node, std::string_view>>;

bool is_asked(Node expression) {
    const Node call = expression.is(Kind::call) ? expression : expression.parent().parent();
    const Node function = call.is(Kind::call) ? call.child(Field::function) : Node{};
    return function.is(Kind::attribute) && function.child(Field::object).text() == private_package;
}

void ask(const Facts& facts, Asked& asked, Node expression, std::string_view function) {
    if (!expression || expression.is(Kind::list_splat) || is_asked(expression)) return;
    if (effects::depends_on_input(facts, expression)) return;
    // In the order of the text, an expression before its parts.
    const text::Span span = expression.span();
    asked.try_emplace({span.begin, ~span.end}, expression, function);
}

// Which would be unrolled.
bool is_in_while(Node node) {
    for (; node && !syntax::is_statement(node.kind()); node = node.parent()) {
    }
    return node.is(Kind::while_statement);
}

// The runtime looks at what it is; what is written as a number is none.
bool may_be_tensor(values::Value value) { return value.is_tensor() || value.is(values::Kind::unknown); }

void ask_tensors(const Facts& facts, Node argument, Asked& asked) {
    if (argument.is(Kind::tuple) || argument.is(Kind::list)) {
        for (const Node part : argument.children()) ask_tensors(facts, part, asked);
    } else if (may_be_tensor(facts.value(argument))) {
        ask(facts, asked, argument, number);
    }
}

// `torch.linspace(0, end, steps)`: those of its arguments that are numbers to it.
void ask_numbers(const Facts& facts, const torch::Row& row, Node arguments, Asked& asked) {
    std::size_t position = 0;
    for (const Node argument : arguments.children()) {
        if (argument.is(Kind::list_splat)) return;
        if (const auto keyword = syntax::as<syntax::Keyword>(argument)) {
            if (row.numbers.holds(keyword->name().text())) ask_tensors(facts, keyword->value(), asked);
        } else if (row.numbers.holds(position++)) {
            ask_tensors(facts, argument, asked);
        }
    }
}

void ask_call(const Facts& facts, Node node, Asked& asked) {
    const syntax::Call call{node};
    const torch::Row* row = facts.row_of(node);
    if (!row || !call.arguments().is(Kind::argument_list)) return;
    if (row->role == torch::Role::constant_type && row->dtype == torch::Dtype::boolean) {
        ask(facts, asked, call.arguments().first_child(), truth);
    } else if (row->role == torch::Role::number_type ||
               (row->role == torch::Role::range && row->gives != torch::Gives::tensor)) {
        for (const Node argument : call.arguments().children()) ask_tensors(facts, argument, asked);
    } else if (row->gives == torch::Gives::number || row->gives == torch::Gives::numbers) {
        if (call.function().is(Kind::attribute) && !call.arguments().first_child())
            ask(facts, asked, call.function().child(Field::object), reading);
    } else {
        for (; row; row = row->also)
            if (row->when == torch::When::computed_tensor) ask_numbers(facts, *row, call.arguments(), asked);
    }
}

void ask_finding(const Facts& facts, const rules::Finding& finding, Node node, Asked& asked) {
    if (finding.code == "GM101") {
        if (tester_of(node) && !is_in_while(node)) ask(facts, asked, node, truth);
    } else if (node.is(Kind::slice)) {
        for (const Node bound : node.children())
            if (may_be_tensor(facts.value(bound))) ask(facts, asked, bound, number);
    } else {
        const Node call = enclosing(node, Kind::call);
        if (call && !is_in_while(call)) ask_call(facts, call, asked);
    }
}

// `(`, function and `)` around every expression; those at one place are one edit.
std::vector<edit::Edit> edits_of(const Asked& asked) {
    std::map<std::uint32_t, std::pair<std::string, std::string>> around;  // what is closed there, what is opened
    for (const auto& [key, each] : asked) {
        const text::Span span = each.first.span();
        around[span.begin].second += std::string(private_package) + "." + std::string(each.second) + "(";
        around[span.end].first += ")";
    }
    std::vector<edit::Edit> edits;
    for (const auto& [at, texts] : around) edits.push_back({{at, at}, texts.first + texts.second});
    return edits;
}

InMemory read_once(const analysis::Analysis& analysis) {
    InMemory result;
    const auto definitions = Definitions::of(analysis);
    if (!definitions) return result;
    const values::Program& program = *analysis.program();
    const function::AllFacts all(program);
    Asked asked;
    for (const rules::Finding& finding : analysis.findings()) {
        const Node node = operand_of(analysis, finding);
        if ((finding.code != "GM101" && finding.code != "GM201") || !node) continue;
        const Node function = syntax::function_of(node);
        if (effects::may_be_scripted(program, function)) continue;
        const Facts& facts = all.of(function);
        const std::size_t before = asked.size();
        ask_finding(facts, finding, node, asked);
        if (asked.size() == before) continue;
        result.treated.push_back({.line = analysis.source().line_at(finding.span.begin) + 1,
                                  .function = program.names().qualified_name(facts.scope()),
                                  .code = std::string(finding.code),
                                  .title = std::string(title),
                                  .declined = {}});
    }
    result.edits = edits_of(asked);
    definitions->finish(result);
    return result;
}

}  // namespace

Reread read_while_tracing(const Fixed& fixed, const analysis::Options& options) {
    constexpr int max_rounds = 4;
    Reread reread{.source = fixed.source, .treated = {}};
    InMemory read = read_once(*fixed.last);
    for (int round = 0; round < max_rounds && !read.edits.empty(); ++round) {
        const text::Source& before = *reread.source;
        reread.source = std::make_shared<const text::Source>(before.path(), edit::apply(before.text(), read.edits),
                                                             before.encoding());
        std::ranges::move(read.treated, std::back_inserter(reread.treated));
        read = read_once(analysis::analyze(reread.source, options));
    }
    return reread;
}

}  // namespace transforms::in_memory
