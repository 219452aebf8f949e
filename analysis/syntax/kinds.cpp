#include "analysis/syntax/kinds.h"

#include <array>
#include <cstddef>

namespace syntax {
namespace {

// Each table is in the order of its enumeration; the static assertions below catch a forgotten line.
// clang-format off
constexpr std::array<std::string_view, 116> kind_names{
    "ERROR", "module", "block", "import_statement", "import_from_statement", "future_import_statement", "dotted_name",
    "aliased_import", "relative_import", "import_prefix", "wildcard_import", "expression_statement",
    "assert_statement", "return_statement", "delete_statement", "raise_statement", "pass_statement",
    "break_statement", "continue_statement", "global_statement", "nonlocal_statement", "type_alias_statement",
    "if_statement", "elif_clause", "else_clause", "for_statement",
    "while_statement", "try_statement", "except_clause", "finally_clause", "with_statement", "with_clause",
    "with_item", "match_statement", "case_clause", "function_definition", "class_definition", "decorated_definition",
    "decorator", "parameters", "lambda_parameters", "default_parameter", "typed_parameter", "typed_default_parameter",
    "list_splat_pattern", "dictionary_splat_pattern", "keyword_separator", "positional_separator", "type_parameter",
    "type", "generic_type", "union_type", "constrained_type", "member_type", "splat_type", "case_pattern",
    "union_pattern", "class_pattern", "dict_pattern", "list_pattern", "tuple_pattern", "pattern_list",
    "splat_pattern", "keyword_pattern", "complex_pattern", "as_pattern", "as_pattern_target", "assignment", "augmented_assignment",
    "named_expression", "expression_list", "conditional_expression", "boolean_operator", "not_operator",
    "comparison_operator", "binary_operator", "unary_operator", "lambda", "await", "yield", "call", "argument_list", "bases",
    "keyword_argument", "list_splat", "dictionary_splat", "parenthesized_list_splat", "attribute", "subscript",
    "slice", "parenthesized_expression", "tuple", "list", "set", "dictionary", "pair", "list_comprehension",
    "set_comprehension", "dictionary_comprehension", "generator_expression", "for_in_clause", "if_clause",
    "identifier", "integer", "float", "true", "false", "none", "ellipsis", "string", "concatenated_string",
    "interpolation", "format_specifier", "format_expression", "type_conversion", "",
};

constexpr std::array<std::string_view, 33> field_names{
    "", "alias", "alternative", "argument", "arguments", "attribute", "body", "cause", "code", "condition",
    "consequence", "definition", "expression", "format_specifier", "function", "guard", "key", "left", "module_name",
    "name", "object", "operator", "operators", "parameters", "return_type", "right", "subject", "subscript",
    "superclasses", "type", "type_conversion", "type_parameters", "value",
};

constexpr std::array<std::string_view, 28> op_texts{
    "", "+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "~", "and", "or", "<", "<=", ">", ">=",
    "==", "!=", "in", "not in", "is", "is not", "async",
};
// clang-format on

static_assert(kind_names.size() == static_cast<std::size_t>(Kind::other) + 1);
static_assert(field_names.size() == static_cast<std::size_t>(Field::value) + 1);
static_assert(op_texts.size() == static_cast<std::size_t>(Op::async_) + 1);

}  // namespace

std::string_view kind_name(Kind kind) { return kind_names[static_cast<std::size_t>(kind)]; }
std::string_view field_name(Field field) { return field_names[static_cast<std::size_t>(field)]; }
std::string_view op_text(Op op) { return op_texts[static_cast<std::size_t>(op)]; }

Op op_spelled(std::string_view token) {
    if (token.size() > 1 && token.back() == '=' && token != "==" && token != "!=" && token != "<=" && token != ">=")
        token.remove_suffix(1);  // `+=` is an augmented `+`
    for (int i = 1; i <= static_cast<int>(Op::async_); ++i)
        if (op_text(static_cast<Op>(i)) == token) return static_cast<Op>(i);
    return Op::none;
}

}  // namespace syntax
