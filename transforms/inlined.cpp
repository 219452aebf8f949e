#include "transforms/inlined.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/called_body.h"
#include "transforms/speculation.h"
#include "transforms/text.h"

#include <algorithm>
#include <map>
#include <set>

namespace transforms {

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

// How the program has the values that its calls give: by the call, or by a name for each of those that one call gives.
class Speller {
  public:
    Speller(const names::Module& names, const text::Source& program) : names_(names), program_(program) {}

    // The part of the tuple that the call gives.
    std::string name(Node part, text::Span call, const std::string& target) {
        const std::vector<Node> parts = syntax::elements_of(part.parent());
        const auto index = static_cast<std::size_t>(std::ranges::find(parts, part) - parts.begin());
        std::vector<std::string>& given = given_[call.begin];
        given.resize(parts.size());
        const bool has_name = !target.empty() && target.find('.') == std::string::npos;
        given[index] =
            unused(has_name ? target + "_" + function(call) : function(call) + "_" + std::to_string(index + 1));
        calls_[call.begin] = call;
        return given[index];
    }

    [[nodiscard]] bool empty() const { return given_.empty(); }

    // `h_decay, c_decay = decay(h, c)`
    [[nodiscard]] std::vector<std::string> lines() {
        std::vector<std::string> all;
        const std::string nobody = unused("_");
        for (auto& [begin, given] : given_) {
            std::ranges::replace(given, std::string(), nobody);
            all.push_back(joined(given, ", ") + (given.size() == 1 ? ", = " : " = ") +
                          std::string(program_.text(calls_.at(begin))));
        }
        return all;
    }

  private:
    [[nodiscard]] std::string function(text::Span call) const {
        const std::string_view text = program_.text(call);
        return std::string(text.substr(0, text.find_first_of(" (")));
    }

    std::string unused(std::string wish) {
        while (names_.name(wish) || !taken_.insert(wish).second) wish += "_";
        return wish;
    }

    const names::Module& names_;
    const text::Source& program_;
    std::set<std::string> taken_;
    std::map<std::uint32_t, text::Span> calls_;  // by where they begin
    std::map<std::uint32_t, std::vector<std::string>> given_;
};

}  // namespace

std::optional<Inlined> Inlined::read(const analysis::Analysis& program, Node operand) {
    if (!is_condition(operand)) return std::nullopt;
    const Reach place = place_of(operand);
    const text::Source& source = program.source();
    std::vector<Edit> edits;
    std::vector<Region> regions;
    std::uint32_t longer = 0;  // perhaps by less than nothing: unsigned numbers wrap around
    for (std::uint32_t i = place.begin; i < place.end; ++i) {
        const Node node = program.program()->tree().node(i);
        if (!node.is(Kind::call) || is_condition(node)) continue;
        if (!regions.empty() && regions.back().call.contains(node.span())) continue;
        auto body = body_of(program.program()->names(), node);
        if (!body || !comments_in(source, node.span(), {}).empty()) continue;
        const std::uint32_t begin = node.span().begin + longer;
        regions.push_back({.call = node.span(), .body = {begin, begin + static_cast<std::uint32_t>(body->size())}});
        longer = regions.back().body.end - node.span().end;
        edits.push_back({node.span(), std::move(*body)});
    }
    if (edits.empty()) return std::nullopt;
    auto text =
        std::make_shared<const text::Source>(source.path(), transforms::apply(source.text(), edits), source.encoding());
    auto read = program.program()->with_text(text);
    if (!read->tree().errors().empty()) return std::nullopt;
    Inlined made(program, std::move(regions), analysis::Analysis(std::move(text), std::move(read), {}, {}));
    const auto in_text = [&](std::uint32_t offset) {
        for (const Region& each : made.regions_)
            if (offset < each.call.end) return offset + each.body.begin - each.call.begin;
        return offset + made.regions_.back().body.end - made.regions_.back().call.end;
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
        program = offset - each.body.end + each.call.end;
    }
    return program;
}

void Inlined::spell(Predication& predication, Proof& proof) const {
    const text::Source& source = program_->source();
    Speller speller(program_->program()->names(), source);
    for (const Region& each : regions_)
        predication.put_back.push_back({.span = each.body, .text = std::string(source.text(each.call))});
    for (const Target& target : predication.targets)
        for (const Node value : target.values) {
            const auto holds = [&](const Region& each) { return value && each.body.contains(value.span()); };
            const auto region = std::ranges::find_if(regions_, holds);
            if (region == regions_.end()) continue;
            const Node part = parenthesized(value), whole = parenthesized(part.parent());
            const bool is_part = part.parent().is(Kind::tuple) && whole.span() == region->body;
            if (is_part)
                predication.spelled.push_back({value, speller.name(part, region->call, target.text)});
            else if (parenthesized(value).span() == region->body)
                predication.spelled.push_back({value, std::string(source.text(region->call))});
            else
                return proof.refuse(quoted(value) + " is a part of what a call gives");
        }
    if (!speller.empty()) predication.calls = speller.lines();
    if (!predication.renamed.empty()) proof.refuse("the ways assign the same variable, and call functions");
    if (predication.loop && !speller.empty()) proof.refuse("a round takes apart what a call gives");
}

Proposal Inlined::in_program(Proposal proposal) const {
    const auto moved = [&](Edit& each) {
        const auto begin = in_program(each.span.begin), end = in_program(each.span.end);
        if (begin && end) each.span = {*begin, *end};
        return begin && end;
    };
    std::erase_if(proposal.fixes, [&](Fix& fix) { return !std::ranges::all_of(fix.edits, moved); });
    return proposal;
}

}  // namespace transforms
