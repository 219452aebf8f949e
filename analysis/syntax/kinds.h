// The words of the grammar: kinds of nodes, names of fields, operators. A test checks that each exists in tree-sitter-python.
#pragma once

#include <cstdint>
#include <string_view>

namespace syntax {

// One enumerator per named node of the grammar, in the order of kind_name(). A trailing underscore avoids a C++ keyword.
enum class Kind : std::uint8_t {
    error,     // text that does not parse, is Python 2, or is nested deeper than Tree::max_depth; has no children
    module, block,
    import_statement, import_from_statement, future_import_statement, dotted_name, aliased_import, relative_import,
    import_prefix, wildcard_import,
    expression_statement, assert_statement, return_statement, delete_statement, raise_statement, pass_statement,
    break_statement, continue_statement, global_statement, nonlocal_statement, type_alias_statement,
    if_statement, elif_clause, else_clause, for_statement, while_statement, try_statement, except_clause, finally_clause,
    with_statement, with_clause, with_item, match_statement, case_clause,
    function_definition, class_definition, decorated_definition, decorator, parameters, lambda_parameters,
    default_parameter, typed_parameter, typed_default_parameter, list_splat_pattern, dictionary_splat_pattern,
    keyword_separator, positional_separator, type_parameter, type, generic_type, union_type, constrained_type, member_type,
    splat_type,
    case_pattern, union_pattern, class_pattern, dict_pattern, list_pattern, tuple_pattern, pattern_list, splat_pattern,
    keyword_pattern, complex_pattern, as_pattern, as_pattern_target,
    assignment, augmented_assignment, named_expression, expression_list,
    conditional_expression, boolean_operator, not_operator, comparison_operator, binary_operator, unary_operator, lambda,
    await, yield, call, argument_list, keyword_argument, list_splat, dictionary_splat, parenthesized_list_splat, attribute,
    subscript, slice, parenthesized_expression, tuple, list, set, dictionary, pair, list_comprehension, set_comprehension,
    dictionary_comprehension, generator_expression, for_in_clause, if_clause,
    identifier, integer, float_, true_, false_, none, ellipsis, string, concatenated_string, interpolation,
    format_specifier, format_expression, type_conversion,
    other,     // a named node that the analysis has no use for
};

enum class Field : std::uint8_t {
    none, alias, alternative, argument, arguments, attribute, body, cause, code, condition, consequence, definition,
    expression, format_specifier, function, guard, key, left, module_name, name, object, operator_, operators, parameters,
    return_type, right, subject, subscript, superclasses, type, type_conversion, type_parameters, value,
};

// What an operator node does. A comparison has several: each operand but the first carries the one before it.
enum class Op : std::uint8_t {
    none,
    add, sub, mul, div, floor_div, mod, pow, matmul, bit_and, bit_or, bit_xor, shift_left, shift_right, invert,
    logical_and, logical_or,
    less, less_equal, greater, greater_equal, equal, not_equal, in, not_in, is, is_not,
    async_,  // of `async def`, `async for`, `async with`
};

[[nodiscard]] std::string_view kind_name(Kind kind);    // as the grammar spells it: "if_statement"
[[nodiscard]] std::string_view field_name(Field field);  // "" for none
[[nodiscard]] std::string_view op_text(Op op);           // as Python spells it: "//", "not in"

}  // namespace syntax
