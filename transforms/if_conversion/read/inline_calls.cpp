#include "transforms/if_conversion/read/inline_calls.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/words.h"
#include "transforms/if_conversion/read/callee_expression.h"
#include "transforms/if_conversion/read/parts_of_call.h"

#include <algorithm>
#include <map>
#include <set>

namespace transforms::if_conversion {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

// The condition of something is read as it is.
bool is_condition(Node node) {
    for (; node && !syntax::is_statement(node.kind()); node = node.parent()) {
        const auto conditional = syntax::as<syntax::Conditional>(node.parent());
        if (node.field() == Field::condition || (conditional && conditional->condition() == node)) return true;
    }
    return false;
}

// What is read with the branch: its statement, and what is behind it where an arm ends in front of that.
struct Reach {
    std::uint32_t begin, end;  // indices of nodes
};

Reach place_of(Node operand) {
    Node statement = syntax::statement_of(operand);
    if (statement.is(Kind::elif_clause)) statement = statement.parent();
    const auto view = syntax::as<syntax::If>(statement);
    const Node last = view ? syntax::last_statement(view->body()) : Node{}, block = statement.parent();
    if (last.is(Kind::break_statement)) return {block.parent().index(), block.parent().end_index()};
    const bool leaves = last.is(Kind::return_statement) || last.is(Kind::continue_statement);
    return {statement.index(), leaves ? block.end_index() : statement.end_index()};
}

// Names for the parts of what calls give.
class Speller {
  public:
    explicit Speller(const names::Module& names) : names_(names) {}

    // The part of the tuple that the call gives. It may have the name of the variable that holds it in its arm alone.
    std::string name(Node part, std::size_t call, Node called, const Target& target, bool is_own) {
        const std::vector<Node> parts = syntax::elements_of(part.parent());
        const auto index = static_cast<std::size_t>(std::ranges::find(parts, part) - parts.begin());
        std::vector<std::string>& given = given_[call];
        if (given.empty()) given = dropped(called.parent(), parts.size());
        if (is_own) return given[index] = target.text;
        const bool has_name = !target.text.empty() && target.text.find('.') == std::string::npos;
        const Node own = called.child(Field::attribute);
        const std::string function(own ? own.text() : called.text());
        given[index] = unused(has_name ? target.text + "_" + function : function + "_" + std::to_string(index + 1));
        return given[index];
    }

    [[nodiscard]] bool empty() const { return given_.empty(); }

    // `h_decay, c_decay`
    void put(std::vector<Called>& calls) {
        const std::string nobody = empty() ? "" : unused("_");
        for (auto& [call, given] : given_) {
            std::ranges::replace(given, std::string(), nobody);
            calls[call].given = edit::joined(given, ", ") + (given.size() == 1 ? "," : "");
        }
    }

  private:
    // `_` of `value, _ = scores.max(dim=-1)`, which nobody reads, and no names yet.
    static std::vector<std::string> dropped(Node call, std::size_t size) {
        std::vector<std::string> given(size);
        const auto assignment = syntax::as<syntax::Assignment>(call.parent());
        const auto targets = assignment ? syntax::elements_of(assignment->target()) : std::vector<Node>{};
        for (std::size_t i = 0; i < size && targets.size() == size; ++i)
            if (targets[i].text() == "_") given[i] = "_";
        return given;
    }

    std::string unused(std::string wish) {
        while (names_.name(wish) || !taken_.insert(wish).second) wish += "_";
        return wish;
    }

    const names::Module& names_;
    std::set<std::string> taken_;
    std::map<std::size_t, std::vector<std::string>> given_;
};

// Nobody but the arm reads it, and under this name.
bool keeps_name(const Predication& predication, const Target& target) {
    return target.temporary && target.variable &&
           std::ranges::find(predication.renamed, target.variable, &Renamed::variable) == predication.renamed.end();
}

// The variables of the function around the call, within its text.
std::vector<text::Span> variables_of(const names::Module& names, Node call) {
    const names::Scope* function = names.scope_of(syntax::function_of(call));
    std::vector<text::Span> all;
    const std::uint32_t start = call.span().begin;
    for (const Node node : subtree(call)) {
        if (node.is(Kind::identifier) && names.resolve(node).scope == function)
            all.push_back({node.span().begin - start, node.span().end - start});
    }
    return all;
}

}  // namespace

std::optional<Inlined> Inlined::read(Study& study, Node operand) {
    const analysis::Analysis& program = study.analysis();
    if (!is_condition(operand)) return std::nullopt;
    const Reach place = place_of(operand);
    const text::Source& source = program.source();
    std::vector<edit::Edit> edits;
    std::vector<Region> regions;
    proof::Guards tests;
    std::uint32_t longer = 0;  // perhaps by less than nothing: unsigned numbers wrap around
    for (std::uint32_t i = place.begin; i < place.end; ++i) {
        const Node node = program.program()->tree().node(i);
        if (!node.is(Kind::call) || is_condition(node)) continue;
        if (!regions.empty() && regions.back().call.span().contains(node.span())) continue;
        auto body = body_of(program.program()->names(), node);
        if (auto parts = body ? std::nullopt : parts_of(*program.program(), node)) body = {.text = *parts, .tests = {}};
        if (!body || !edit::comments_in(source, node.span(), {}).empty()) continue;
        const std::uint32_t begin = node.span().begin + longer;
        regions.push_back({.call = node, .body = {begin, begin + static_cast<std::uint32_t>(body->text.size())}});
        longer = regions.back().body.end - node.span().end;
        edits.push_back({node.span(), std::move(body->text)});
        std::ranges::move(body->tests, std::back_inserter(tests));
    }
    if (edits.empty() || !study.may_look_ahead()) return std::nullopt;
    auto text =
        std::make_shared<const text::Source>(source.path(), edit::apply(source.text(), edits), source.encoding());
    auto read = program.program()->with_text(text);
    if (!read->tree().errors().empty()) return std::nullopt;
    Inlined made(program, std::move(regions), analysis::Analysis(std::move(text), std::move(read), {}, {}));
    made.tests_ = proof::without_implied(tests);
    const auto in_text = [&](std::uint32_t offset) {
        for (const Region& each : made.regions_)
            if (offset < each.call.span().end) return offset + each.body.begin - each.call.span().begin;
        return offset + made.regions_.back().body.end - made.regions_.back().call.span().end;
    };
    const text::Span span = operand.span();
    made.operand_ = made.analysis_.program()->tree().at({in_text(span.begin), in_text(span.end - 1) + 1});
    return made;
}

Inlined::Inlined(const analysis::Analysis& program, std::vector<Region> regions, analysis::Analysis analysis)
    : program_(&program), regions_(std::move(regions)), analysis_(std::move(analysis)) {}

std::optional<std::uint32_t> Inlined::in_program(std::uint32_t offset) const {
    std::uint32_t program = offset;
    for (const Region& each : regions_) {
        if (offset <= each.body.begin) break;
        if (offset < each.body.end) return std::nullopt;
        program = offset - each.body.end + each.call.span().end;
    }
    return program;
}

void Inlined::spell(Predication& predication, proof::Proof& proof) const {
    const names::Module& names = program_->program()->names();
    Speller speller(names);
    for (const Region& each : regions_)
        predication.calls.push_back(
            {.body = each.body, .text = std::string(each.call.text()), .variables = variables_of(names, each.call)});
    predication.tests.insert(predication.tests.end(), tests_.begin(), tests_.end());
    for (const Target& target : predication.targets)
        for (const Node value : target.values) {
            const auto holds = [&](const Region& each) { return value && each.body.contains(value.span()); };
            const auto region = std::ranges::find_if(regions_, holds);
            if (region == regions_.end()) continue;
            const auto call = static_cast<std::size_t>(region - regions_.begin());
            const Node part = parenthesized(value), whole = parenthesized(part.parent());
            if (part.parent().is(Kind::tuple) && whole.span() == region->body)
                predication.spelled.push_back({value, call,
                                               speller.name(part, call, region->call.child(Field::function), target,
                                                            keeps_name(predication, target))});
            else if (parenthesized(value).span() == region->body)
                predication.spelled.push_back({value, call});
            else
                return proof.refuse(edit::quoted(value) + " is a part of what a call gives");
        }
    speller.put(predication.calls);
}

Proposal Inlined::in_program(Proposal proposal) const {
    const auto moved = [&](edit::Edit& each) {
        const auto begin = in_program(each.span.begin), end = in_program(each.span.end);
        if (begin && end) each.span = {*begin, *end};
        return begin && end;
    };
    std::erase_if(proposal.fixes, [&](Fix& fix) { return !std::ranges::all_of(fix.edits, moved); });
    return proposal;
}

}  // namespace transforms::if_conversion
