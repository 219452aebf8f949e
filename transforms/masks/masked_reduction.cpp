#include "transforms/masks/masked_reduction.h"

#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/versioning.h"
#include "transforms/findings.h"
#include "transforms/forms.h"
#include "transforms/masks/lasting_mask.h"
#include "transforms/masks/mask_guards.h"
#include "transforms/masks/reduced_ends.h"
#include "transforms/masks/write_selection.h"
#include "transforms/speculation/speculation.h"

#include <algorithm>

namespace transforms::masks {

using function::Facts;
using proof::Answer;
using proof::Proof;
using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t longest = 120;  // line

bool is_store(const End& end) { return end.result == Result::stored; }  // masked_store.h

Node object_of(Node read) { return syntax::Subscript{read}.object(); }

// The tensors that it is computed of, element by element: `x` and `y` of `(x - y).abs()`.
void add_tensors(const Facts& facts, const Selection& selection, Node node, std::vector<Node>& tensors) {
    const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
    const bool is_operator = node.is(Kind::parenthesized_expression) || node.is(Kind::comparison_operator) ||
                             (arithmetic_in(facts, node) && syntax::operator_of(node) != syntax::Op::matmul);
    if (is_operator || (row && row->traits.pure && row->traits.pointwise)) {
        for (const Node each : selection.operands_of(node)) add_tensors(facts, selection, each, tensors);
    } else if (!function::is_number(facts.value(node))) {
        tensors.push_back(node);
    }
}

// Nobody can tell if it is computed in front of its statement.
bool may_be_named(const Facts& facts, Node expression) {
    return std::ranges::none_of(subtree(expression), [&](Node node) {
        const torch::Row* row = node.is(Kind::call) ? facts.row_of(node) : nullptr;
        return (node.is(Kind::call) && !(row && (row->traits.pure || row->traits.view))) || node.is(Kind::lambda) ||
               node.is(Kind::named_expression);
    });
}

// One attempt to show that the code may be computed for all elements.
class Rewrite {
  public:
    Rewrite(const Facts& facts, Node read, std::string_view torch, Proof& proof)
        : facts_(facts), torch_(torch), proof_(proof), selection_(facts, read, proof),
          is_one_(!proof.refused() && std::ranges::none_of(selection_.ends(), is_store)) {}

    // There is such code.
    [[nodiscard]] bool is_one() const { return is_one_; }
    // Nothing if that is refused.
    [[nodiscard]] std::optional<Proposal> propose() {
        if (!is_one_) return std::nullopt;
        statement_ = syntax::statement_of(selection_.reads().front());
        check_places();
        if (proof_.refused()) return std::nullopt;
        fit();
        ReducedEnds ends(facts_, selection_, how_.front, known_, proof_);
        for (const End& end : selection_.ends()) ends.check(end);
        doubtful_ = ends.is_doubtful();
        if (proof_.refused()) return std::nullopt;
        Outside outside(facts_, selection_, false), at_reads(facts_, selection_, true);
        Writer writer(facts_, selection_, outside, how_, torch_);
        Writer with_names(facts_, selection_, at_reads, how_, torch_);
        const bool names = with_names.names_reads() && too_long_by(with_names) < too_long_by(writer);
        if (!(names ? at_reads : outside).is_tame())
            proof_.assume(std::string(speculation::finite_gradients),
                          "its gradient outside of the mask may be infinite");
        return offered(names ? with_names : writer);
    }

  private:
    // By how many characters lines of the function become longer than people like them.
    [[nodiscard]] std::size_t too_long_by(const Writer& writer) const {
        const text::Source& source = facts_.program().tree().source();
        text::Span function = facts_.function().span();
        function.begin = source.line(text::line_column(source, function.begin).line - 1).begin;
        std::vector<edit::Edit> edits = writer.edits({});
        for (edit::Edit& each : edits) each.span.begin -= function.begin, each.span.end -= function.begin;
        std::size_t more = 0;
        const text::Source written({}, edit::apply(source.text(function), edits));
        for (std::uint32_t line = 0; line < written.line_count(); ++line)
            more += std::max(written.text(written.line(line)).size(), longest) - longest;
        return more;
    }

    // The mask is there for all of it, and no comment is in the way.
    void check_places() {
        const Node last = syntax::statement_of(last_place());
        if (last != statement_ && !lasts(facts_, selection_.mask(), statement_, last))
            return proof_.refuse(edit::quoted(selection_.mask()) + " may change");
        if (proof_.answer() == Answer::test && (last != statement_ || selection_.ends().size() > 1))
            return proof_.refuse(std::string(in_order));
        const text::Source& source = facts_.program().tree().source();
        const auto has_comments = [&](Node node) { return !edit::comments_in(source, node.span(), {}).empty(); };
        if (std::ranges::any_of(selection_.named(), has_comments) ||
            std::ranges::any_of(selection_.ends(), has_comments, &End::call))
            proof_.refuse("there are comments in it");
    }

    [[nodiscard]] Node last_place() const {
        Node last = selection_.ends().back().call;
        if (const auto& named = selection_.named(); !named.empty() && named.back().index() > last.index())
            last = named.back();
        return last;
    }

    // Which masks may be spread over what they select from.
    [[nodiscard]] bool can_spread(const std::vector<Node>& objects) const {
        return proof_.answer() == Answer::assume && may_be_named(facts_, objects.front()) &&
               may_stand_in_front(facts_, selection_.reads().front()) &&
               std::ranges::none_of(selection_.ends(), &End::is_row);
    }

    // What elements are read of in each of the statements. Tests in front ask for variables alone.
    [[nodiscard]] std::vector<std::vector<Node>> by_statement() const {
        std::vector<std::vector<Node>> groups;
        for (const Node read : selection_.reads()) {
            std::vector<Node> tensors;
            if (proof_.answer() == Answer::test)
                add_tensors(facts_, selection_, object_of(read), tensors);
            else
                tensors.push_back(object_of(read));
            if (groups.empty() || groups.back().empty() ||
                syntax::statement_of(groups.back().front()) != syntax::statement_of(read))
                groups.emplace_back();
            for (const Node each : tensors)
                if (std::ranges::find(groups.back(), each.text(), &Node::text) == groups.back().end())
                    groups.back().push_back(each);
        }
        return groups;
    }

    void fit(const std::vector<std::vector<Node>>& groups, Fitting::Mask allowed, Proof& proof) {
        how_.whole = true, related_ = false;
        for (const std::vector<Node>& objects : groups) {
            const Node statement = syntax::statement_of(objects.front());
            const Fitted fitted =
                Fitting{.facts = facts_, .statement = statement, .torch = torch_, .allowed = allowed}.fit(
                    selection_.mask(), objects, proof);
            how_.whole = how_.whole && fitted.whole;
            related_ = related_ || fitted.related;
            if (fitted.first) first_.push_back(*fitted.first);
            known_.insert(fitted.known.begin(), fitted.known.end());
        }
    }

    void take(const Proof& fitted) {
        if (fitted.refused()) return proof_.refuse(*fitted.unproven());
        for (proof::Guard& guard : fitted.guards()) proof_.test(std::move(guard));
    }

    void fit() {
        const std::vector<std::vector<Node>> groups = by_statement();
        if (std::ranges::any_of(groups, &std::vector<Node>::empty)) return proof_.refuse(std::string(in_order));
        const bool spreads = can_spread(groups.front());
        for (const bool whole : {!spreads, true}) {
            Proof attempt(proof_.answer());
            fit(groups, whole ? Fitting::Mask::whole : Fitting::Mask::first, attempt);
            // Of one of them it is known to have all dimensions, so it has those of all others.
            if (whole || !related_ || how_.whole) {
                take(attempt);
                break;
            }
        }
        how_.front = groups.front().front();
        const auto is_named = [](const std::vector<Node>& tensors) {
            return std::ranges::all_of(tensors, [](Node each) { return each.is(Kind::identifier); });
        };
        testable_ = how_.whole && groups.size() == 1 && is_named(groups.front());
    }

    [[nodiscard]] std::optional<Proposal> offered(const Writer& writer) {
        proof::Guards guards = proof_.guards();
        if (edit::is_old_version(selection_.ends().front().call, proof::codes(guards)))
            return declined("this is what the test in front of it leaves");
        // That the index is a mask, and what it selects from a tensor, is what the finding rests on.
        std::erase_if(guards, [&](const proof::Guard& guard) {
            return std::ranges::find(first_, guard) != first_.end() ||
                   (!proof_.assumptions().empty() &&
                    (guard == proof::is_mask(selection_.mask().text(), torch_) ||
                     (proof::tests_tensor(guard) && is_selected_or_selects(guard.subject))));
        });
        const Rewriting rewriting{.name = "masked-sum",
                                  .title = "reduce all elements, with `torch.where`",
                                  .assumptions = proof_.assumptions(),
                                  .guards = std::move(guards),
                                  .facts = &facts_,
                                  .statement = statement_,
                                  .torch = std::string(torch_),
                                  .testable = testable_ && selection_.named().empty() && selection_.ends().size() == 1,
                                  .readable = false,
                                  .doubtful = doubtful_ || (how_.whole && !related_)};
        return Proposal{.fixes = in_forms(rewriting, [&](const proof::Guards& tests) {
                            return std::optional(writer.edits(proof::codes(tests)));
                        })};
    }

    [[nodiscard]] bool is_selected_or_selects(std::string_view name) const {
        return selection_.mask().text() == name || std::ranges::any_of(selection_.reads(), [&](Node read) {
                   return syntax::mentions(object_of(read), name);
               });
    }

    const Facts& facts_;
    std::string_view torch_;
    Proof& proof_;
    Selection selection_;
    bool is_one_;
    Node statement_;
    Spread how_;
    bool related_ = true, doubtful_ = false, testable_ = false;
    proof::Guards first_;
    metadata::Forms::Known known_;
};

}  // namespace

Proposal propose_masked_sum(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding), read = operand ? read_under(operand) : Node{};
    if (!read) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return {};
    Proof proof, assuming(Answer::assume);
    Rewrite rewrite(facts, read, *torch, proof);
    if (!rewrite.is_one()) return {};
    const auto tested = rewrite.propose();
    if (tested && (tested->declined || is_certain(*tested))) return *tested;
    Proposal assumed = Rewrite(facts, read, *torch, assuming).propose().value_or(Proposal());
    assumed.declined = proof.unproven() ? proof.unproven() : assuming.unproven();
    return joined(tested.value_or(Proposal()), std::move(assumed));
}

}  // namespace transforms::masks
