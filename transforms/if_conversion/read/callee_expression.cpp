#include "transforms/if_conversion/read/callee_expression.h"

#include "analysis/effects/method_target.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/splice.h"
#include "transforms/metadata/callee_result.h"

#include <algorithm>
#include <map>

namespace transforms::if_conversion {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int max_depth = 3;           // of functions that call another one
constexpr std::size_t longest = 2000;  // of what a function gives, in bytes

// What stands for a parameter or another variable of the function.
struct Argument {
    enum class Kind : std::uint8_t { literal, name, expression };
    Kind kind;
    std::string text;
    std::set<int> shares{};  // expressions whose tensors it may give, or views of them: itself, as long as it is one
    std::size_t used = 0;

    // Evaluated just as if it were handed over, or so that nobody can tell how often.
    [[nodiscard]] bool fits() const { return kind == Kind::literal || used > 0; }
};
using Arguments = std::map<const names::Binding*, Argument>;

bool is_literal(Node node) {
    return node.is(Kind::integer) || node.is(Kind::float_) || node.is(Kind::none) || node.is(Kind::true_) ||
           node.is(Kind::false_);
}

// `x.add_(1)`
bool writes(Node call) {
    const auto function = syntax::as<syntax::Attribute>(call.child(Field::function));
    return function && function->name().text().ends_with("_");
}

class Reader {
  public:
    Reader(const names::Module& names, Node call) : names_(names), caller_(names.scope_at(root_of(call))) {}

    std::optional<CalledBody> read(Node call) {
        auto made = body(call, nullptr, 0);
        if (!made || (writes_ && moves_)) return std::nullopt;
        return CalledBody{.text = std::move(*made), .tests = proof::without_implied(tests_)};
    }

  private:
    static Node root_of(Node call) {
        Node node = call.first_child();
        while (node.is(Kind::attribute)) node = node.first_child();
        return node;
    }

    // `outer` are the variables of the function that the call is a part of.
    std::optional<std::string> body(Node call, Arguments* outer, int depth) {
        Arguments arguments;
        const Node function = depth < max_depth ? function_of(call, outer, arguments) : Node{};
        if (!function || !read_arguments(call, function, outer, arguments, depth)) return std::nullopt;
        Node each = syntax::Function{function}.body().first_child();
        if (each.is(Kind::expression_statement) && each.first_child().is(Kind::string)) each = each.next_sibling();
        for (; each && !each.is(Kind::return_statement); each = each.next_sibling())
            if (!assign(each, arguments, depth + 1)) return std::nullopt;
        const Node result = each ? syntax::unparenthesized(each.first_child()) : Node{};
        if (!result || each.next_sibling()) return std::nullopt;
        const auto made = text(result, &arguments, depth + 1);
        const bool fits = std::ranges::all_of(arguments, [](const auto& one) { return one.second.fits(); });
        std::set<int> given;
        return made && fits && is_apart(result, arguments, given) ? std::optional("(" + *made + ")") : std::nullopt;
    }

    // The object of a method is its first parameter.
    Node function_of(Node call, Arguments* outer, Arguments& arguments) {
        if (const Node function = metadata::called_function(names_, call)) return function;
        const auto method = effects::called_method(names_, call);
        const auto class_name = method ? names_.name(method->of_class) : std::nullopt;
        const auto type = names_.name("type");
        if (!class_name || !is_of_top(*class_name) || (type && (!is_of_top(*type) || names_.top().find(*type))))
            return {};
        auto object = argument(method->object, outer, max_depth);
        const std::vector<syntax::Parameter> parameters = syntax::parameters_of(method->function);
        if (!object || parameters.empty()) return {};
        proof::Guard test = proof::code("type(" + object->text + ") is " + std::string(method->of_class));
        test.assumable = !effects::is_overridden(names_, *method);
        tests_.push_back(std::move(test));
        object->used = 1;  // by the test
        arguments.emplace(&names_.resolve(parameters.front().name).binding(), std::move(*object));
        return method->function;
    }

    bool read_arguments(Node call, Node function, Arguments* outer, Arguments& arguments, int depth) {
        const std::vector<syntax::Parameter> parameters = syntax::parameters_of(function);
        std::size_t position = arguments.size();
        const auto give = [&](const syntax::Parameter& parameter, Node value) {
            auto made = argument(value, outer, depth);
            return made && arguments.emplace(&names_.resolve(parameter.name).binding(), std::move(*made)).second;
        };
        for (const Node each : syntax::Call{call}.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(each);
            const auto named = [&](const syntax::Parameter& one) { return one.name.text() == keyword->name().text(); };
            const auto found =
                keyword ? std::ranges::find_if(parameters, named)
                        : parameters.begin() + static_cast<std::ptrdiff_t>(std::min(position++, parameters.size()));
            if (found == parameters.end() || (keyword ? found->positional_only : found->keyword_only) ||
                !give(*found, keyword ? keyword->value() : each))
                return false;
        }
        return std::ranges::all_of(parameters, [&](const syntax::Parameter& each) {
            if (each.form != syntax::Parameter::Form::plain) return false;
            if (arguments.contains(&names_.resolve(each.name).binding())) return true;
            const Node value = literal_of(each.value);
            return value && give(each, value);
        });
    }

    // `0.5`, or `RATE` where that is assigned once: what it was when the function was defined.
    [[nodiscard]] Node literal_of(Node value) const {
        if (is_literal(value) || (value.is(Kind::unary_operator) && is_literal(value.first_child()))) return value;
        const names::Reference reference = value.is(Kind::identifier) ? names_.resolve(value) : names::Reference{};
        if (!reference || reference.scope != &names_.top() || !reference.binding().is_bound_once()) return {};
        const Node bound = reference.binding().occurrences.front().node;
        const auto assignment = syntax::as<syntax::Assignment>(bound.parent());
        return assignment && assignment->target() == bound && is_literal(assignment->value()) ? assignment->value()
                                                                                              : Node{};
    }

    // `shifted = x - 1.0`
    bool assign(Node statement, Arguments& arguments, int depth) {
        const auto assignment = syntax::as<syntax::Assignment>(statement.first_child());
        const Node target = assignment ? assignment->target() : Node{};
        if (!target.is(Kind::identifier) || !assignment->value()) return false;
        auto made = argument(assignment->value(), &arguments, depth);
        const names::Binding* variable = binding_of(target);
        if (!made || !variable) return false;
        moves_ = true;
        const auto before = arguments.find(variable);
        if (before != arguments.end() && !before->second.fits()) return false;
        arguments.insert_or_assign(variable, std::move(*made));
        return true;
    }

    std::optional<Argument> argument(Node value, Arguments* outer, int depth) {
        if (value.is(Kind::list_splat)) return std::nullopt;
        if (is_literal(value)) return Argument{.kind = Argument::Kind::literal, .text = std::string(value.text())};
        if (Argument* of_outer = find(value, outer)) {
            use(*of_outer);
            return Argument{.kind = of_outer->kind, .text = of_outer->text, .shares = of_outer->shares};
        }
        auto made = text(value, outer, depth);
        if (!made) return std::nullopt;
        if (value.is(Kind::identifier)) return Argument{.kind = Argument::Kind::name, .text = std::move(*made)};
        Argument expression{.kind = Argument::Kind::expression, .text = "(" + *made + ")"};
        if (outer) expression.shares = shared(value, *outer);
        expression.shares.insert(++expressions_);
        return expression;
    }

    // The expression with the arguments for the parameters; without parameters it is one of the caller.
    std::optional<std::string> text(Node expression, Arguments* arguments, int depth) {
        std::vector<edit::Replacement> replaced;
        if (edit::has_long_string(expression)) return std::nullopt;
        for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
            const Node node = expression.tree()->node(i);
            if (arguments && names_.scope_of(node)) return std::nullopt;
            writes_ = writes_ || (node.is(Kind::call) && writes(node));
            if (auto inner = node.is(Kind::call) ? body(node, arguments, depth) : std::nullopt) {
                replaced.push_back({node.span(), std::move(*inner)});
                i = node.end_index() - 1;
            } else if (Argument* found = find(node, arguments)) {
                use(*found);
                replaced.push_back({node.span(), found->text});
            } else if (arguments && node.is(Kind::identifier) && names_.scope_at(node) && !is_same_in_caller(node)) {
                return std::nullopt;
            }
        }
        auto made = edit::on_one_line(expression, std::move(replaced));
        return made.size() <= longest ? std::optional(std::move(made)) : std::nullopt;
    }

    void use(Argument& argument) {
        if (++argument.used > 1 && argument.kind == Argument::Kind::expression) moves_ = true;
    }

    Argument* find(Node node, Arguments* arguments) const {
        if (!arguments) return nullptr;
        const auto found = arguments->find(binding_of(node));
        return found == arguments->end() ? nullptr : &found->second;
    }

    // An operator makes a new tensor; what a call gives may be a view.
    [[nodiscard]] std::set<int> shared(Node expression, Arguments& arguments) const {
        std::set<int> all;
        if (expression.is(Kind::binary_operator)) return all;
        for (const Node node : subtree(expression))
            if (const Argument* found = find(node, &arguments)) all.insert(found->shares.begin(), found->shares.end());
        return all;
    }

    // No two parts of what is returned share a tensor that each of them makes for itself in the text.
    [[nodiscard]] bool is_apart(Node part, Arguments& arguments, std::set<int>& before) const {
        if (part.is(Kind::binary_operator)) return true;
        if (const Argument* found = find(part, &arguments))
            return std::ranges::all_of(found->shares, [&](int each) { return before.insert(each).second; });
        for (const Node each : part.children())
            if (!is_apart(each, arguments, before)) return false;
        return true;
    }

    [[nodiscard]] const names::Binding* binding_of(Node identifier) const {
        const names::Reference reference = names_.resolve(identifier);
        return reference ? &reference.binding() : nullptr;
    }

    // No function around the call has the name for something else.
    [[nodiscard]] bool is_of_top(names::Name name) const {
        for (const names::Scope* scope = caller_; scope && scope->enclosing; scope = scope->enclosing)
            if (scope->find(name)) return false;
        return true;
    }

    // A name of the module, or of Python.
    [[nodiscard]] bool is_same_in_caller(Node identifier) const {
        const auto name = names_.name_at(identifier);
        const names::Reference reference = names_.resolve(identifier);
        return (!name || is_of_top(*name)) && (!reference || reference.scope == &names_.top());
    }

    const names::Module& names_;
    const names::Scope* caller_;
    proof::Guards tests_;
    int expressions_ = 0;
    bool writes_ = false;  // something in place
    bool moves_ = false;   // what is evaluated, to another place, or several ones
};

}  // namespace

std::optional<CalledBody> body_of(const names::Module& names, Node call) { return Reader(names, call).read(call); }

}  // namespace transforms::if_conversion
