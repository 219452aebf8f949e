#include "transforms/called_body.h"

#include "analysis/syntax/python.h"
#include "transforms/followed.h"
#include "transforms/text.h"

#include <algorithm>
#include <map>

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int max_depth = 3;  // of functions that call another one

// What stands for a parameter.
struct Argument {
    enum class Kind : std::uint8_t { literal, name, expression };
    Kind kind;
    std::string text;
    std::size_t used = 0;

    // Evaluated just as if it were handed over: once, or so that nobody can tell how often.
    [[nodiscard]] bool fits() const { return kind == Kind::literal || (kind == Kind::name ? used > 0 : used == 1); }
};
using Arguments = std::map<const names::Binding*, Argument>;

bool is_literal(Node node) {
    return node.is(Kind::integer) || node.is(Kind::float_) || node.is(Kind::none) || node.is(Kind::true_) ||
           node.is(Kind::false_);
}

class Reader {
  public:
    Reader(const names::Module& names, Node call) : names_(names), caller_(names.scope_at(call.first_child())) {}

    // `outer` are the parameters of the function that the call is a part of.
    std::optional<std::string> body(Node call, Arguments* outer, int depth) {
        const Node function = called_function(names_, call), result = function ? result_of(function) : Node{};
        if (!result || depth == max_depth) return std::nullopt;
        auto arguments = read_arguments(call, function, outer, depth);
        if (!arguments) return std::nullopt;
        const auto made = text(result, &*arguments, depth + 1);
        const bool fits = std::ranges::all_of(*arguments, [](const auto& each) { return each.second.fits(); });
        return made && fits ? std::optional("(" + *made + ")") : std::nullopt;
    }

  private:
    // `return x * 0.5`, perhaps behind a docstring.
    [[nodiscard]] static Node result_of(Node function) {
        Node first = syntax::Function{function}.body().first_child();
        if (first.is(Kind::expression_statement) && first.first_child().is(Kind::string)) first = first.next_sibling();
        const bool only = first && first.is(Kind::return_statement) && !first.next_sibling();
        return only ? syntax::unparenthesized(first.first_child()) : Node{};
    }

    std::optional<Arguments> read_arguments(Node call, Node function, Arguments* outer, int depth) {
        Arguments arguments;
        const std::vector<syntax::Parameter> parameters = syntax::parameters_of(function);
        const auto give = [&](const syntax::Parameter& parameter, Node value) {
            auto made = argument(value, outer, depth);
            return made && arguments.emplace(&names_.resolve(parameter.name).binding(), std::move(*made)).second;
        };
        std::size_t position = 0;
        for (const Node each : syntax::Call{call}.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(each);
            const auto named = [&](const syntax::Parameter& one) { return one.name.text() == keyword->name().text(); };
            const auto found =
                keyword ? std::ranges::find_if(parameters, named)
                        : parameters.begin() + static_cast<std::ptrdiff_t>(std::min(position++, parameters.size()));
            if (found == parameters.end() || (keyword ? found->positional_only : found->keyword_only) ||
                !give(*found, keyword ? keyword->value() : each))
                return std::nullopt;
        }
        for (const syntax::Parameter& each : parameters) {
            if (each.form != syntax::Parameter::Form::plain) return std::nullopt;
            if (arguments.contains(&names_.resolve(each.name).binding())) continue;
            if (!is_literal(each.value) || !give(each, each.value)) return std::nullopt;
        }
        return arguments;
    }

    std::optional<Argument> argument(Node value, Arguments* outer, int depth) {
        if (value.is(Kind::list_splat)) return std::nullopt;
        if (is_literal(value)) return Argument{.kind = Argument::Kind::literal, .text = std::string(value.text())};
        const auto of_outer =
            outer && value.is(Kind::identifier) ? outer->find(binding_of(value)) : Arguments::iterator{};
        if (outer && value.is(Kind::identifier) && of_outer != outer->end()) {
            ++of_outer->second.used;
            return Argument{.kind = of_outer->second.kind, .text = of_outer->second.text};
        }
        auto made = text(value, outer, depth);
        if (!made) return std::nullopt;
        if (value.is(Kind::identifier)) return Argument{.kind = Argument::Kind::name, .text = std::move(*made)};
        return Argument{.kind = Argument::Kind::expression, .text = "(" + *made + ")"};
    }

    // The expression with the arguments for the parameters; without parameters it is one of the caller.
    std::optional<std::string> text(Node expression, Arguments* arguments, int depth) {
        std::vector<Replacement> replaced;
        if (has_long_string(expression)) return std::nullopt;
        for (std::uint32_t i = expression.index(); i < expression.end_index(); ++i) {
            const Node node = expression.tree()->node(i);
            if (arguments && names_.scope_of(node)) return std::nullopt;
            if (auto inner = node.is(Kind::call) ? body(node, arguments, depth) : std::nullopt) {
                replaced.push_back({node.span(), std::move(*inner)});
                i = node.end_index() - 1;
            } else if (arguments && node.is(Kind::identifier) && names_.scope_at(node)) {
                const auto found = arguments->find(binding_of(node));
                if (found == arguments->end() && !is_same_in_caller(node)) return std::nullopt;
                if (found == arguments->end()) continue;
                ++found->second.used;
                replaced.push_back({node.span(), found->second.text});
            }
        }
        return on_one_line(expression, std::move(replaced));
    }

    [[nodiscard]] const names::Binding* binding_of(Node identifier) const {
        const names::Reference reference = names_.resolve(identifier);
        return reference ? &reference.binding() : nullptr;
    }

    // A name of the module, or of Python, that no function around the call has for something else.
    [[nodiscard]] bool is_same_in_caller(Node identifier) const {
        const auto name = names_.name_at(identifier);
        for (const names::Scope* scope = caller_; scope && scope->enclosing; scope = scope->enclosing)
            if (name && scope->find(*name)) return false;
        const names::Reference reference = names_.resolve(identifier);
        return !reference || reference.scope == &names_.top();
    }

    const names::Module& names_;
    const names::Scope* caller_;
};

}  // namespace

std::optional<std::string> body_of(const names::Module& names, Node call) {
    return Reader(names, call).body(call, nullptr, 0);
}

}  // namespace transforms
