#include "transforms/masked_sum.h"

#include "analysis/syntax/python.h"
#include "transforms/masked_elements.h"
#include "transforms/text.h"
#include "transforms/torch_name.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view select = ".where(";

// `x[m].sum()`, `x[m].any()`: x[m], and the method.
struct Reduction {
    Node call;
    Node read;
    std::string_view method;
    const torch::Row* row = nullptr;
};

std::optional<Reduction> reduction_of(const Facts& facts, Node read) {
    const Node attribute = read.parent(), call = attribute.parent();
    const bool calls = attribute.is(Kind::attribute) && attribute.child(Field::object) == read && call.is(Kind::call) &&
                       call.child(Field::function) == attribute && syntax::Call{call}.arguments().children().empty();
    const torch::Row* row = calls ? facts.row_of(call) : nullptr;
    if (!row || row->shape != torch::Shape::reduce) return std::nullopt;
    return Reduction{.call = call, .read = read, .method = attribute.child(Field::attribute).text(), .row = row};
}

}  // namespace

Proposal propose_masked_sum(const analysis::Analysis& analysis, const rules::Finding& finding) {
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const Facts facts(*analysis.program(), syntax::function_of(operand));
    const Node read = masked_read(facts, operand);
    const auto torch = torch_name(facts.program(), facts.function());
    if (!read || !torch) return {};
    const auto reduction = reduction_of(facts, read);
    if (!reduction) return {};
    // What is added for an element that is not selected changes nothing.
    const bool sums = reduction->row->dtype == torch::Dtype::summed && reduction->row->traits.transparent;
    const bool asks = reduction->row->dtype == torch::Dtype::boolean;
    if (!sums && !asks) return declined("what is reduced may depend on how many elements there are");
    const Node statement = syntax::statement_of(read), tensor = read.child(Field::value);
    Proof proof;
    Forms::Known known =
        Fitting{.facts = facts, .statement = statement, .torch = *torch}.known(mask_of(read), {tensor}, proof);
    Forms forms(facts, statement, proof, std::move(known));
    if (proof.refused()) return declined(*proof.unproven());
    const std::string name(tensor.text()), mask = on_one_line(mask_of(read), {});
    const Form form = forms.of(tensor);
    if (sums && form.floating) return declined("the sum of floats depends on their order");
    const bool whole = form.dtype == "bool" || form.dtype == "int64";
    if (sums && !whole) proof.test("not " + name + std::string(floats) + " and not " + name + ".is_complex()");
    const std::string filler = reduction->row->role == torch::Role::every ? "1" : "0";
    const std::string made = std::string(*torch) + std::string(select) + mask + ", " + name + ", " + filler + ")." +
                             std::string(reduction->method) + "()";
    const std::string tests = joined(proof.conditions(), " and ");
    for (Node node = reduction->call.parent(); node && !syntax::is_statement(node.kind()); node = node.parent())
        if (node.is(Kind::conditional_expression) && syntax::Conditional{node}.condition().text() == tests)
            return declined("this is what the test in front of it leaves");
    std::vector<Edit> edits;
    const Node parent = reduction->call.parent();
    const bool alone = parent.is(Kind::assignment) || parent.is(Kind::return_statement);
    if (tests.empty()) {
        edits.push_back({reduction->call.span(), made});
    } else {
        const std::string open = alone ? "" : "(", close = alone ? "" : ")";
        const text::Span span = reduction->call.span();
        edits.push_back({{span.begin, span.begin}, open + made + " if " + tests + " else "});
        if (!alone) edits.push_back({{span.end, span.end}, close});
    }
    return {.fixes = {{.rewrite = "masked-sum",
                       .title = "reduce all elements, with `torch.where`",
                       .safety = Safety::safe,
                       .assumes = {},
                       .needs = {},
                       .edits = std::move(edits),
                       .tests = proof.conditions().size()}},
            .declined = std::nullopt};
}

}  // namespace transforms
