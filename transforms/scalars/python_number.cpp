#include "transforms/scalars/python_number.h"

#include "analysis/function/function_facts.h"
#include "analysis/function/literals.h"
#include "analysis/syntax/places.h"
#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/edit/comments.h"
#include "transforms/edit/emitted_names.h"
#include "transforms/edit/layout.h"
#include "transforms/edit/quote.h"
#include "transforms/edit/runtime_import.h"
#include "transforms/edit/splice.h"
#include "transforms/findings.h"
#include "transforms/scalars/numpy_number.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace transforms::scalars {

using function::Facts;
using syntax::Field;
using syntax::Kind;
using syntax::Node;
using syntax::Op;

namespace {

constexpr std::string_view math = "math";
// Of a list of numbers; those that give whole numbers, where numpy's give floats; and questions.
constexpr std::string_view product = "math.prod", question = "math.is";
constexpr std::array<std::string_view, 2> whole{"math.ceil", "math.floor"};
// Those that raise an error where numpy's give infinity, or NaN; and may differ in the last digit.
constexpr std::array<std::string_view, 3> logarithms{"math.log", "math.log2", "math.log10"};
constexpr std::string_view root = "math.sqrt", exponential = "math.exp";

bool is_one_of(const auto& names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

struct Made {
    std::string text;
    torch::Dtype dtype = torch::Dtype::floating;  // of what the text gives
    bool is_sum = false;                          // needs parentheses as an operand
    bool is_numpy = false;                        // the program has a scalar of numpy there
    bool was_float = false;                       // ... and a float, where the text gives an int: `np.floor(h / 2)`
    std::string may_be_infinite{};                // "`k`": Python rounds neither infinity nor NaN
    std::string may_be_empty{};                   // "`x.shape[1:]`": numpy's product of nothing is a float

    [[nodiscard]] bool is_whole() const { return dtype == torch::Dtype::integer; }
};

class Translation {
  public:
    Translation(const Facts& facts, std::string_view math_name) : facts_(facts), math_(math_name) {}

    [[nodiscard]] std::optional<Made> of(Node expression) {
        const Node node = syntax::unparenthesized(expression);
        if (node.is(Kind::call)) return of_call(node);
        if (node.is(Kind::binary_operator)) return of_operator(node);
        const values::Value value = facts_.value(node);
        if (!function::is_traced_number(value)) return std::nullopt;
        const bool is_one = node.is(Kind::identifier) || node.is(Kind::attribute) || node.is(Kind::integer) ||
                            node.is(Kind::float_) || node.is(Kind::subscript);
        return number(node, value, !is_one);
    }
    // It makes something of numpy's.
    [[nodiscard]] bool takes(Node node) {
        asks_numpy_ = false;
        return of(node) && asks_numpy_;
    }
    // What is assumed: of the arguments, and of the last digit.
    [[nodiscard]] const std::vector<std::string>& assumptions() const { return assumptions_; }
    void assume(std::string text) {
        if (std::ranges::find(assumptions_, text) == assumptions_.end()) assumptions_.push_back(std::move(text));
    }

  private:
    std::optional<Made> of_call(Node call) {
        const Node argument = only_argument(call);
        const torch::Row* row = facts_.row_of(call);
        if (row && !row->python.empty()) return argument ? of_numpy(argument, *row) : std::nullopt;
        const Node function = call.child(Field::function);
        if (function.is(Kind::attribute)) return of_method(function, argument, call);
        const torch::Dtype wanted =
            row && row->role == torch::Role::number_type && argument ? row->dtype : torch::Dtype::unknown;
        const bool is_float = wanted == torch::Dtype::floating;
        if (wanted != torch::Dtype::integer && !is_float) return of_number(call);
        auto made = of(argument);
        if (!made) return made;
        const bool is_there = made->dtype == wanted || (is_float && made->was_float);
        made->is_numpy = false;
        if (is_there && is_float) return made;
        return Made{.text = is_there ? made->text : std::string(function.text()) + "(" + made->text + ")",
                    .dtype = wanted,
                    .is_sum = is_there && made->is_sum};
    }

    std::optional<Made> of_number(Node call) const {
        const values::Value value = facts_.value(call);
        if (!value.is(values::Kind::shape_number) && !value.is(values::Kind::literal)) return std::nullopt;
        return number(call, value, false);
    }

    // A number of Python, as the program writes it.
    [[nodiscard]] static Made number(Node node, const values::Value& value, bool is_sum) {
        const torch::Dtype dtype = values::category(value);
        const bool is_finite =
            dtype == torch::Dtype::integer || value.is(values::Kind::shape_number) || value.is(values::Kind::literal);
        return {.text = edit::on_one_line(node, {}),
                .dtype = dtype,
                .is_sum = is_sum,
                .may_be_infinite = is_finite ? "" : edit::quoted(node)};
    }

    std::optional<Made> of_numpy(Node argument, const torch::Row& row) {
        asks_numpy_ = true;
        const std::string name = math_ + std::string(row.python.substr(math.size()));
        if (row.python == product) {
            if (!holds_sizes(argument)) return std::nullopt;
            const bool is_exact = facts_.value(argument).sequence().exact;
            return Made{.text = name + "(" + edit::on_one_line(argument, {}) + ")",
                        .dtype = torch::Dtype::integer,
                        .is_numpy = true,
                        .may_be_empty = is_exact ? "" : edit::quoted(argument)};
        }
        const auto made = of(argument);
        if (!made) return std::nullopt;
        const bool asks = row.python.starts_with(question), is_whole = is_one_of(whole, row.python);
        const torch::Dtype number = is_whole ? torch::Dtype::integer : torch::Dtype::floating;
        assume_of(argument, row);
        return Made{.text = name + "(" + made->text + ")",
                    .dtype = asks ? torch::Dtype::boolean : number,
                    .is_numpy = true,
                    .was_float = is_whole,
                    .may_be_infinite = asks ? "" : made->may_be_infinite};
    }

    // Where Python raises an error, and numpy gives infinity or NaN.
    void assume_of(Node argument, const torch::Row& row) {
        if (is_one_of(logarithms, row.python)) assume(edit::quoted(argument) + " is positive");
        if (row.python == root && !facts_.value(argument).is(values::Kind::shape_number))
            assume(edit::quoted(argument) + " is not negative");
        if (row.python == exponential) assume(edit::quoted(argument) + " is below 700");
        if (row.python == exponential || is_one_of(logarithms, row.python))
            assume("Python's `math` gives the digits that numpy gives");
    }

    // `.item()`, `.astype(int)`
    std::optional<Made> of_method(Node function, Node argument, Node call) {
        const std::string_view name = function.child(Field::attribute).text();
        const Node object = function.child(Field::object);
        const bool casts = name == "astype" && argument && names_int(argument);
        if (!casts && !(name == "item" && !syntax::Call{call}.arguments().first_child())) return of_number(call);
        auto made = of(object);
        if (!made || !made->is_numpy) return std::nullopt;
        made->is_numpy = casts;
        if (!casts) return made;
        if (!made->may_be_infinite.empty()) assume(made->may_be_infinite + " is finite");
        return Made{.text = made->is_whole() ? made->text : "int(" + made->text + ")",
                    .dtype = torch::Dtype::integer,
                    .is_sum = made->is_whole() && made->is_sum,
                    .is_numpy = true};
    }

    std::optional<Made> of_operator(Node node) {
        const Op op = syntax::operator_of(node);
        const Node divisor = node.child(Field::right);
        const auto left = of(node.child(Field::left)), right = of(divisor);
        const bool divides = op == Op::div || op == Op::floor_div;
        if ((!divides && op != Op::add && op != Op::sub && op != Op::mul) || !left || !right) return std::nullopt;
        const torch::Dtype both = values::promoted(left->dtype, right->dtype);
        const bool is_numpy = left->is_numpy || right->is_numpy;
        if (is_numpy && both == torch::Dtype::boolean) return std::nullopt;  // numpy's True + True is True
        const auto number = function::number_of(facts_.value(divisor));
        if (is_numpy && divides && (!number || *number == 0)) assume(edit::quoted(divisor) + " is not zero");
        const auto grouped = [](const Made& made) { return made.is_sum ? "(" + made.text + ")" : made.text; };
        const auto either = [](const std::string& one, const std::string& other) { return one.empty() ? other : one; };
        const torch::Dtype dtype = op == Op::div ? torch::Dtype::floating : both;
        const bool may_be_whole = dtype != torch::Dtype::floating;
        return Made{.text = grouped(*left) + " " + std::string(syntax::op_text(op)) + " " + grouped(*right),
                    .dtype = dtype,
                    .is_sum = true,
                    .is_numpy = is_numpy,
                    .was_float = may_be_whole && (left->was_float || right->was_float),
                    .may_be_infinite = either(left->may_be_infinite, right->may_be_infinite),
                    .may_be_empty = may_be_whole ? either(left->may_be_empty, right->may_be_empty) : ""};
    }

    [[nodiscard]] static Node only_argument(Node call) {
        const Node argument = syntax::Call{call}.arguments().first_child();
        const bool is_alone = argument && !argument.next_sibling() && !argument.is(Kind::keyword_argument) &&
                              !argument.is(Kind::list_splat) && !argument.is(Kind::dictionary_splat) &&
                              !argument.is(Kind::generator_expression);
        return is_alone ? argument : Node{};
    }

    // `"int"`, `int`, `np.int64`
    [[nodiscard]] static bool names_int(Node dtype) {
        const auto text = syntax::plain_string(dtype);
        std::string_view name = text ? std::string_view(*text) : dtype.text();
        if (const auto dot = name.rfind('.'); dot != std::string_view::npos) name.remove_prefix(dot + 1);
        return name == "int" || name == "int32" || name == "int64";
    }

    // `x.shape[1:]`, `(3, x.shape[0])`
    [[nodiscard]] bool holds_sizes(Node list) const {
        const values::Value value = facts_.value(list);
        if (!value.is(values::Kind::sequence)) return false;
        const auto is_size = [](const values::Value& each) {
            return function::is_traced_number(each) && values::category(each) == torch::Dtype::integer;
        };
        return !value.sequence().items.empty() && std::ranges::all_of(value.sequence().items, is_size);
    }

    const Facts& facts_;
    std::string math_;
    bool asks_numpy_ = false;
    std::vector<std::string> assumptions_;
};

// The operand, or one of its arguments, with all that makes one number of what numpy gives.
Node widest(const Facts& facts, Translation& translation, Node operand) {
    Node found, first = operand;
    for (const Node argument :
         operand.is(Kind::call) ? syntax::Call{operand}.arguments().children() : operand.children()) {
        const names::Binding* variable = facts.variable(argument);
        const auto made = variable ? facts.definition(*variable, syntax::statement_of(argument)) : std::nullopt;
        const Node value = made && made->statement ? made->value : argument;
        if (!translation.takes(operand) && translation.takes(value)) first = value;
    }
    for (Node node = first; !syntax::is_statement(node.kind()); node = node.parent()) {
        const bool may_be = node.is(Kind::call) || node.is(Kind::binary_operator);
        if (may_be && translation.takes(node)) found = node;
    }
    return found;
}

// `float(math.floor(h / 2))`, where numpy gives a float; nothing if that may be -0.0, or none of Python's numbers.
std::optional<std::string> as_before(const Made& made, Node node) {
    const auto may_be_negative = [](Node part) {
        const bool is_operator = part.is(Kind::unary_operator) || part.is(Kind::binary_operator);
        return is_operator && syntax::operator_of(part) == Op::sub;
    };
    if (!made.was_float) return made.text;
    if (!made.may_be_infinite.empty() || std::ranges::any_of(subtree(node), may_be_negative)) return std::nullopt;
    return "float(" + made.text + ")";
}

// `import math`, in front of the first import.
std::optional<edit::Edit> import_of(const values::Program& program) {
    if (edit::is_bound(program.names(), math)) return std::nullopt;
    for (const Node statement : program.tree().root().children()) {
        if (!statement.is(Kind::import_statement) && !statement.is(Kind::import_from_statement)) continue;
        const text::Source& source = program.tree().source();
        if (!edit::indentation(source, statement.span())) return std::nullopt;
        const std::uint32_t begin = statement.span().begin;
        // Python's own modules are a group, in front of that of others.
        const std::string line(source.line_ending());
        const bool is_others = std::ranges::any_of(
            subtree(statement), [](Node part) { return part.text() == "numpy" || part.text() == "torch"; });
        return edit::Edit{{begin, begin}, "import " + std::string(math) + line + (is_others ? line : "")};
    }
    return std::nullopt;
}

}  // namespace

Proposal propose_python_number(Study& study, const rules::Finding& finding) {
    const analysis::Analysis& analysis = study.analysis();
    const Node operand = operand_of(analysis, finding);
    if (!operand) return {};
    const values::Program& program = *analysis.program();
    const Facts& facts = study.facts(syntax::function_of(operand));
    const auto imported = edit::module_name(program.names(), facts.function(), math);
    Translation scratch(facts, imported.value_or(math));
    const Node whole_node = widest(facts, scratch, operand);
    if (!whole_node) return {};
    Translation translation(facts, imported.value_or(math));
    const auto made = translation.of(whole_node);
    const auto text = as_before(*made, whole_node);
    if (!text) return declined(edit::quoted(whole_node) + " may be -0.0, infinite or NaN, which no int is");
    if (const Node teller = made->is_numpy ? teller_of(facts, whole_node) : Node{})
        return declined(edit::quoted(teller) + " may tell a number of numpy from one of Python");
    if (!made->may_be_empty.empty()) translation.assume(made->may_be_empty + " is not empty");
    const auto import = imported ? std::nullopt : import_of(program);
    if (!imported && !import) return declined("`math` is not imported at the top of the module");
    if (!edit::comments_in(analysis.source(), whole_node.span(), {}).empty())
        return declined("there are comments in it");
    Fix fix{.rewrite = "python-number",
            .title = "compute it with Python: `" + *text + "`",
            .safety = translation.assumptions().empty() ? Safety::safe : Safety::unsafe,
            .assumes = proof::listed(translation.assumptions())};
    if (!fix.assumes.empty()) fix.title += " (assumes that " + fix.assumes + ")";
    if (import) fix.edits.push_back(*import);
    const Node around = whole_node.parent();
    const bool needs = made->is_sum && !made->was_float && around.is(Kind::binary_operator);
    fix.edits.push_back({whole_node.span(), needs ? "(" + *text + ")" : *text});
    return offered(std::move(fix));
}

}  // namespace transforms::scalars
