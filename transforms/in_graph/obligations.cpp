#include "transforms/in_graph/obligations.h"

#include "analysis/effects/torchscript_use.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/quote.h"
#include "transforms/in_graph/check_obligations.h"

#include <algorithm>
#include <array>
#include <span>

namespace transforms::in_graph {

using edit::quoted;
using function::Facts;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// They speak of the exception that is being handled, or of the frames around the call.
constexpr std::array<std::string_view, 2> speak_of_frames{"exc_info", "stack_info"};
constexpr std::string_view warn = "warnings.warn", level_name = "stacklevel";
constexpr int level_position = 2;

// A `try` would see the exception, or a wrong value, where there is none in the graph; a `with` may redirect the
// output, or make an error of a warning.
void nothing_around(const Facts& facts, const EffectSite& site, Proof& proof) {
    for (Node node = site.statement.parent(); node && node != facts.function(); node = node.parent()) {
        if (node.is(Kind::try_statement)) return proof.refuse("a `try` around it may see the difference");
        if (!node.is(Kind::with_statement)) continue;
        for (std::uint32_t i = node.index(); i < node.child(Kind::with_clause).end_index(); ++i) {
            const Node item = node.tree()->node(i);
            if (!item.is(Kind::with_item)) continue;
            const Node manager =
                item.first_child().is(Kind::as_pattern) ? item.first_child().first_child() : item.first_child();
            const torch::Row* row = manager.is(Kind::call) ? facts.row_of(manager) : nullptr;
            if (!row || row->context != torch::Context::resumable)
                return proof.refuse("a `with` around it may see the difference");
        }
    }
}

void ordinary_function(const Facts& facts, const EffectSite&, Proof& proof) {
    if (facts.scope().yields) return proof.refuse("the function is a generator");
    if (facts.shows_all_variables()) return proof.refuse("`locals()` or `eval` sees the variables");
    if (effects::may_be_scripted(facts.program(), facts.function()))
        return proof.refuse("TorchScript, which the file uses, cannot follow the runtime");
    for (const Node decorator : syntax::decorators_of(facts.function())) {
        const values::Value value =
            facts.value(decorator.is(Kind::call) ? syntax::Call{decorator}.function() : decorator);
        const torch::Row* row = values::row_of(value);
        if (row && row->role == torch::Role::wraps && row->name.starts_with("functools.") &&
            row->name != "functools.wraps")
            return proof.refuse("the results of the function are kept, but not in compiled code");
        if (row &&
            (row->role == torch::Role::region || row->role == torch::Role::opaque || row->role == torch::Role::scripts))
            return proof.refuse("the function is not traced as a part of its callers");
    }
}

// `1` of `warnings.warn(text, UserWarning, 1)`
Node level_of_warning(const Facts& facts, Node call) {
    const torch::Row* row = facts.row_of(call);
    if (!row || row->name != warn) return {};
    Node argument = syntax::Call{call}.arguments().first_child();
    for (int i = 0; i < level_position && argument; ++i) argument = argument.next_sibling();
    return argument.is(Kind::keyword_argument) ? Node{} : argument;
}

// The frame that calls, and not one further out.
bool names_its_own_line(Node level) { return level.text() == "1"; }

// `print(text, file=self.log)`
bool is_file_of_program(const Facts& facts, Node file) {
    Node root = file;
    while (root.is(Kind::attribute)) root = root.child(Field::object);
    const names::Reference reference =
        root.is(Kind::identifier) ? facts.program().names().resolve(root) : names::Reference{};
    return reference && reference.scope->kind != names::ScopeKind::module;
}

void plain_option(const Facts& facts, syntax::Keyword option, Proof& proof) {
    const std::string_view name = option.name().text();
    if (std::ranges::find(speak_of_frames, name) != speak_of_frames.end() ||
        (name == level_name && !names_its_own_line(option.value())))
        proof.refuse("`" + std::string(name) + "` speaks of the frames around the call");
    if (name == "file" && is_file_of_program(facts, option.value()))
        proof.refuse("the program may read what is written to " + quoted(option.value()));
}

void plain_outputs(const Facts& facts, const EffectSite& site, Proof& proof) {
    for (const Node call : site.outputs) {
        if (const Node level = level_of_warning(facts, call); level && !names_its_own_line(level))
            proof.refuse(quoted(level) + " speaks of the frames around the call");
        for (const Node argument : syntax::Call{call}.arguments().children())
            if (const auto option = syntax::as<syntax::Keyword>(argument)) plain_option(facts, *option, proof);
    }
}

// The function is handed to torch.compile, or is a forward, and what its parameters are is not seen.
bool is_called_from_outside(const Facts& facts) {
    const values::Program& program = facts.program();
    const auto is_here = [&](const values::Activation* activation) {
        return activation && activation->function.node == facts.function();
    };
    if (!program.calls().to(facts.function()).empty()) return false;
    return std::ranges::any_of(program.entries(), is_here, &values::Entry::activation);
}

// Something of torch takes it, so it is no text.
bool is_for_torch(const Facts& facts, Node node) {
    for (node = node.parent(); node && !syntax::is_statement(node.kind()); node = node.parent())
        if (node.is(Kind::call) && !is_output(facts, node)) {
            const torch::Row* row = facts.row_of(node);
            return row && row->gives != torch::Gives::constant;
        }
    return false;
}

// The compiler makes a graph for each text; the original call does not.
void no_changing_texts(const Facts& facts, const EffectSite& site, Proof& proof) {
    if (!is_called_from_outside(facts)) return;
    for (const Node node : subtree(site.statement)) {
        const names::Binding* variable = node.is(Kind::identifier) ? facts.variable(node) : nullptr;
        if (!variable || node.parent().is(Kind::attribute) || is_for_torch(facts, node)) continue;
        const values::Value value = facts.value(node);
        const bool may_be_text = value.is(values::Kind::unknown) || value.is(values::Kind::constant);
        if (may_be_text && std::ranges::all_of(variable->occurrences, [](const names::Occurrence& each) {
                return each.kind == names::BindingKind::parameter;
            }))
            return proof.refuse(quoted(node) + " may be a text that changes from call to call");
    }
}

// --- An index out of range: where the frame is left to eager it is an IndexError, in a kernel of inductor another
// error

bool indexes(const Facts& facts, Node node) {
    if (node.is(Kind::call)) {
        const torch::Row* row = facts.row_of(node);
        if (!row) row = facts.row_of_module(node);
        return row && row->traits.indexes;
    }
    if (!node.is(Kind::subscript)) return false;
    const values::Value object = facts.value(node.child(Field::value));
    if (!object.is_tensor() && !values::tells_nothing(object)) return false;
    return std::ranges::any_of(syntax::Subscript{node}.indices(), [&](Node index) {
        const values::Value value = facts.value(index);
        return value.is_tensor() && value.dtype != torch::Dtype::boolean;
    });
}

// `f"top {x.max().item()}"`, `"%d" % x.max()`: TorchDynamo breaks within it, and gives up with a second number.
bool makes_text_of_numbers(const Facts& facts, Node statement) {
    for (const Node node : subtree(statement)) {
        const bool is_formatted = node.is(Kind::binary_operator) && operator_of(node) == syntax::Op::mod &&
                                  node.child(Field::left).is(Kind::string);
        if (!is_formatted && !node.is(Kind::interpolation)) continue;
        for (std::uint32_t k = node.index() + 1; k < node.end_index(); ++k) {
            const values::Value value = facts.value(node.tree()->node(k));
            if (value.is(values::Kind::tensor_number) || (is_formatted && values::is_changing(value))) return true;
        }
    }
    return false;
}

// Without the effect that leaves the frame to eager, what stands behind it is compiled.
void errors_of_eager(const Facts& facts, const EffectSite& site, Proof& proof) {
    const Node loop = outermost_loop(site.statement);
    if (!loop && !makes_text_of_numbers(facts, site.statement)) return;
    for (std::uint32_t i = loop ? loop.index() : site.statement.end_index(); i < facts.function().end_index(); ++i) {
        const Node node = facts.function().tree()->node(i);
        if (indexes(facts, node))
            return proof.assume("no index is out of range in " + quoted(node),
                                "inductor has another error for an index out of range in " + quoted(node));
    }
}

constexpr std::array of_effects{nothing_around,  ordinary_function,      plain_outputs,           no_changing_texts,
                                not_about_sizes, nothing_written_before, nothing_drawn_by_python, errors_of_eager};
// An assertion carries nothing but a text that does not change.
constexpr std::array of_assertions{nothing_around,         no_try_around_calls,     ordinary_function, not_about_sizes,
                                   nothing_written_before, nothing_drawn_by_python, errors_of_eager};
// Behind the graph all that stood before it is written, and what stands behind it is looked at in reordering.cpp.
constexpr std::array behind_graph{nothing_around, ordinary_function, plain_outputs, not_about_sizes};
constexpr std::array of_computations{nothing_around, ordinary_function, nothing_written_before, nothing_drawn_behind};

void discharge_all(std::span<void (*const)(const Facts&, const EffectSite&, Proof&)> obligations, const Facts& facts,
                   const EffectSite& site, Proof& proof) {
    for (const auto obligation : obligations) {
        if (proof.refused()) return;
        obligation(facts, site, proof);
    }
}

}  // namespace

void discharge(const Facts& facts, const EffectSite& site, Proof& proof) {
    discharge_all(of_effects, facts, site, proof);
}

void discharge_assertion(const Facts& facts, const EffectSite& site, Proof& proof) {
    discharge_all(of_assertions, facts, site, proof);
}

void discharge_behind(const Facts& facts, const EffectSite& site, Proof& proof) {
    discharge_all(behind_graph, facts, site, proof);
}

void discharge_computation(const Facts& facts, Node statement, Proof& proof) {
    discharge_all(of_computations, facts, {.statement = statement, .raises = true}, proof);
}

}  // namespace transforms::in_graph
