#include "transforms/masks/masked_selection.h"

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
#include "transforms/masks/selection_fit.h"
#include "transforms/masks/stored_ends.h"
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

Node object_of(Node read) { return syntax::Subscript{read}.object(); }

// One attempt to show that the code may be computed for all elements.
class Rewrite {
  public:
    Rewrite(const Facts& facts, const MaskedPlace& read, std::string_view torch, Proof& proof)
        : facts_(facts), torch_(torch), proof_(proof), selection_(facts, read, proof),
          is_one_(!proof.refused() && !is_single_store()) {}

    // There is such code.
    [[nodiscard]] bool is_one() const { return is_one_; }
    // Nothing if that is refused.
    [[nodiscard]] std::optional<Proposal> propose() {
        if (!is_one_) return std::nullopt;
        statement_ = syntax::statement_of(selection_.reads().front());
        check_places();
        if (proof_.refused()) return std::nullopt;
        SelectionFit fit(facts_, selection_, torch_, proof_);
        ReducedEnds reduced(facts_, selection_, fit, proof_);
        StoredEnds stored(facts_, selection_, fit.known, proof_);
        for (const End& end : selection_.ends()) end.is_store() ? stored.check(end) : reduced.check(end);
        if (proof_.refused()) return std::nullopt;
        fit.how.rebound = stored.rebound();
        Outside outside(facts_, selection_, false), at_reads(facts_, selection_, true);
        Writer writer(facts_, selection_, outside, fit.how, torch_);
        Writer with_names(facts_, selection_, at_reads, fit.how, torch_);
        const bool names = with_names.names_reads() && too_long_by(with_names) < too_long_by(writer);
        if (!(names ? at_reads : outside).is_tame())
            proof_.assume(std::string(speculation::finite_gradients),
                          "its gradient outside of the mask may be infinite");
        return offered(names ? with_names : writer, fit, reduced.is_doubtful());
    }

  private:
    // masked_store.h proves more of it.
    [[nodiscard]] bool is_single_store() const {
        const End& end = selection_.ends().front();
        return selection_.ends().size() == 1 && end.is_store() && selection_.named().empty() &&
               selection_.place_of(end).beside == MaskedPlace::Beside::nothing;
    }

    [[nodiscard]] bool stores() const { return std::ranges::any_of(selection_.ends(), &End::is_store); }

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
            return proof_.refuse(std::string(stores() ? other_shapes : in_order));
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

    [[nodiscard]] std::optional<Proposal> offered(const Writer& writer, const SelectionFit& fit, bool doubtful) const {
        proof::Guards guards = proof_.guards();
        if (edit::is_old_version(selection_.ends().front().call, proof::codes(guards)))
            return declined("this is what the test in front of it leaves");
        // That the index is a mask, and what it selects from a tensor, is what the finding rests on.
        std::erase_if(guards, [&](const proof::Guard& guard) {
            return std::ranges::find(fit.first, guard) != fit.first.end() ||
                   (!proof_.assumptions().empty() &&
                    (guard == proof::is_mask(selection_.mask().text(), torch_) ||
                     (proof::tests_tensor(guard) && is_selected_or_selects(guard.subject))));
        });
        const Rewriting rewriting{
            .name = stores() ? "masked-write" : "masked-sum",
            .title = stores() ? "compute it for all elements, and choose with `torch.where`"
                              : "reduce all elements, with `torch.where`",
            .assumptions = proof_.assumptions(),
            .guards = std::move(guards),
            .facts = &facts_,
            .statement = statement_,
            // What a name holds cannot be one thing in graphs and another one in eager code.
            .torch = std::string(selection_.named().empty() ? torch_ : ""),
            .testable = !stores() && fit.testable && selection_.named().empty() && selection_.ends().size() == 1,
            .readable = false,
            .doubtful = doubtful || (fit.how.whole && !fit.related)};
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
};

}  // namespace

Proposal propose_masked_selection(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto read = masked_place_around(facts, operand);
    if (!read) return {};
    const auto torch = edit::torch_name(facts.program().names(), facts.function());
    if (!torch) return {};
    Proof proof, assuming(Answer::assume);
    Rewrite rewrite(facts, *read, *torch, proof);
    if (!rewrite.is_one()) return {};
    const auto tested = rewrite.propose();
    if (tested && (tested->declined || is_certain(*tested))) return *tested;
    Proposal assumed = Rewrite(facts, *read, *torch, assuming).propose().value_or(Proposal());
    assumed.declined = proof.unproven() ? proof.unproven() : assuming.unproven();
    return joined(tested.value_or(Proposal()), std::move(assumed));
}

}  // namespace transforms::masks
