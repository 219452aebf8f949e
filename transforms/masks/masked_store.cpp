#include "transforms/masks/masked_store.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/masks/masked_column.h"
#include "transforms/masks/prove_masked_store.h"
#include "transforms/masks/write_selection.h"

#include <algorithm>

namespace transforms::masks {

using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view select = ".where(";

// The line, behind the comments of the statement.
std::vector<edit::Edit> in_place_of(const text::Source& source, Node statement, const std::string& line) {
    const std::string_view layout = edit::indentation(source, statement.span()).value_or("");
    std::string text;
    for (const std::string_view comment : edit::comments_in(source, statement.span(), {}))
        text.append(comment).append(source.line_ending()).append(layout);
    return {{statement.span(), text + line}};
}

// `x[m] += y[m]` keeps the dtype of x, whatever that of y; `x[m] = x[m] + rows` is likely to have a row for each
// element that is selected, rather than one for all, as `self.bias` is.
bool is_assumable(const Write& write, const proof::Guard& guard) {
    const bool names_dtypes = guard.property == proof::Guard::Property::dtype &&
                              guard.relation == proof::Guard::Relation::equal && !guard.other.empty();
    const auto is_of_row = [&](Node row) { return row.is(Kind::identifier) && proof::speaks_of(guard, row.text()); };
    return !(write.op != Op::none && names_dtypes) && std::ranges::none_of(write.rows, is_of_row);
}

// On one line, unless nobody would write so long a one.
std::string fitted(const text::Source& source, const Write& write, const std::string& line) {
    const std::string_view layout = edit::indentation(source, write.statement.span()).value_or("");
    if (layout.size() + line.size() <= edit::widest_line) return line;
    return edit::wrapped(line, layout, edit::step_of(source, write.statement), source.line_ending());
}

struct Store {
    const function::Facts& facts;
    std::string torch;
    bool rebinds;

    [[nodiscard]] Proposal propose(Write write, proof::Answer answer) const;
    [[nodiscard]] std::optional<std::string> value_outside(const Write& write, const ProvenWrite& proven) const;
};

// An infinite number spoils what is selected as well, and a mask without dimensions selects all, or nothing: beside
// what is assumed, nobody has to be told.
void leave_out_rare(proof::Guards& guards, const proof::Proof& proof) {
    proof::Guards rest = guards;
    std::erase_if(rest, [](const proof::Guard& guard) {
        return guard.property == proof::Guard::Property::magnitude || guard.property == proof::Guard::Property::rank;
    });
    if (!proof.assumptions().empty() || !are_plain(rest)) guards = std::move(rest);
}

// What is there outside of the mask leaves gradients finite: `torch.sqrt(torch.where(m, x, 1))`.
std::optional<std::string> Store::value_outside(const Write& write, const ProvenWrite& proven) const {
    if (!proven.spoils_gradients) return value_of_all(write);
    if (write.op != Op::none || write.reads.empty() || !write.rows.empty()) return std::nullopt;
    proof::Proof scratch(proof::Answer::assume);
    Selection selection(facts, *masked_place(facts, write.reads.front(), write.mask().text()), scratch);
    const bool is_alone = selection.named().empty() && selection.ends().size() == 1;
    if (scratch.refused() || !is_alone || selection.ends().front().call != write.value) return std::nullopt;
    Outside outside(facts, selection, false);
    if (!outside.is_tame()) return std::nullopt;
    const Spread how{.mask = proven.mask};
    return Writer(facts, selection, outside, how, torch).inner(write.value);
}

Proposal Store::propose(Write write, proof::Answer answer) const {
    const text::Source& source = facts.program().tree().source();
    const ProvenWrite proven = prove_write(facts, write, torch, rebinds, answer);
    if (proven.proof.refused()) return declined(*proven.proof.unproven());
    const auto value = value_outside(write, proven);
    if (!value) return declined("its gradient outside of the mask may be infinite");
    const std::string name(write.tensor().text()), chosen = std::string(select) + proven.mask;
    const std::string made = torch + chosen + ", " + *value + ", " + name + ")";
    const std::string line = rebinds ? name + " = " + made : name + ".copy_(" + made + ")";
    proof::Guards guards = proven.proof.guards();
    if (answer == proof::Answer::assume) leave_out_rare(guards, proven.proof);
    for (proof::Guard& guard : guards) guard.assumable = is_assumable(write, guard);
    if (edit::is_old_version(write.statement, proof::codes(guards), chosen))
        return declined("this is what the test in front of it leaves");
    const auto is_of_variable = [&](Node each) { return facts.variable(each.child(Field::value)) != nullptr; };
    const Rewriting rewriting{.name = "masked-write",
                              .title = "compute it for all elements, and choose with `torch.where`",
                              .assumptions = proven.proof.assumptions(),
                              .guards = guards,
                              .facts = &facts,
                              .statement = write.statement,
                              .torch = torch,
                              .testable = std::ranges::all_of(write.reads, is_of_variable)};
    return {.fixes = in_forms(rewriting, [&](const proof::Guards& tests) {
                return tests.empty() ? std::optional(in_place_of(source, write.statement, fitted(source, write, line)))
                                     : edit::in_versions(source, {&write.statement, 1}, proof::codes(tests), {line});
            })};
}

bool offers_plain(const Proposal& proposal) {
    return std::ranges::any_of(
        proposal.fixes, [](const Fix& fix) { return fix.form == Form::plain && fix.safety != Safety::suggestion; });
}

}  // namespace

Proposal propose_masked_write(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    const Node read = read_under(facts, operand);
    if (!read) return propose_masked_column(study, operand);
    auto write = read ? write_of(facts, syntax::statement_of(read), mask_of(read).text()) : std::nullopt;
    if (!write) return {};
    write->is_executed = true;
    const text::Source& source = analysis.source();
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    const auto layout = edit::indentation(source, write->statement.span());
    if (!torch || !layout) return declined(torch ? "the assignment shares its line" : edit::no_torch_name);
    if (is_watched(facts, write->statement)) return declined("something around it may see the difference");
    const Store store{.facts = facts,
                      .torch = std::string(*torch),
                      .rebinds = may_rebind(facts, *facts.variable(write->tensor()), write->statement)};
    Proposal tested = store.propose(*write, proof::Answer::test);
    if (tested.fixes.empty() || is_certain(tested)) return tested;
    Proposal assumed = store.propose(*write, proof::Answer::assume);
    return offers_plain(assumed) ? joined(std::move(tested), std::move(assumed)) : tested;
}

}  // namespace transforms::masks
