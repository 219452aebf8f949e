#include "transforms/edit/runtime_import.h"

#include "analysis/syntax/tree.h"

#include <algorithm>

namespace transforms::edit {

using syntax::Kind;
using syntax::Node;

namespace {

bool is_import(Node node) {
    return node.is(Kind::import_statement) || node.is(Kind::import_from_statement) ||
           node.is(Kind::future_import_statement);
}

bool is_simple(Node node) {
    return is_import(node) || (node.is(Kind::expression_statement) && !node.first_child().is(Kind::error));
}

}  // namespace

Node last_import(const syntax::Tree& tree) {
    Node found, simple;
    for (const Node statement : tree.root().children()) {
        if (is_import(statement)) found = statement;
        if (is_simple(statement)) simple = statement;
        if (statement.is(Kind::function_definition) || statement.is(Kind::class_definition) ||
            statement.is(Kind::decorated_definition))
            break;
    }
    return found ? found : simple;
}

bool is_bound(const names::Module& names, std::string_view name) { return names.name(name).has_value(); }

bool imports_runtime(const names::Module& names, std::string_view name) {
    const auto known = names.name(name);
    const names::Binding* binding = known ? names.top().find(*known) : nullptr;
    return binding && std::ranges::all_of(binding->occurrences, [](const names::Occurrence& each) {
               return each.import && each.import->target == runtime_package;
           });
}

std::string private_import() {
    return "; import " + std::string(runtime_package) + " as " + std::string(private_package);
}

}  // namespace transforms::edit
