#include "transforms/kept_site.h"

#include "analysis/syntax/python.h"
#include "analysis/syntax/tree.h"
#include "transforms/number_read.h"

namespace transforms {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::string_view root_of_number = "math.sqrt", count_dtype = "s(bool)";

}  // namespace

std::string KeptSite::back() const {
    const std::string name(variable.text());
    if (!root && type.empty()) return name + ".item()";
    return (root ? "float" : type) + "(" + name + ")";
}

std::optional<KeptSite> kept_site_of(const Facts& facts, Node operand) {
    const Node call = enclosing(operand, Kind::call);
    if (!call) return std::nullopt;
    const auto assignment = syntax::as<syntax::Assignment>(call.parent());
    const bool assigned = assignment && assignment->value() == call && assignment->target().is(Kind::identifier);
    const torch::Row* row = facts.row_of(call);
    const Node argument = syntax::Call{call}.arguments().first_child();
    const bool one = argument && !argument.next_sibling();
    KeptSite site{.statement = syntax::statement_of(call),
                  .variable = assigned ? assignment->target() : Node{},
                  .call = call,
                  .tensor = {}};
    const bool plain =
        site.statement.is(Kind::expression_statement) || (!assigned && site.statement.is(Kind::return_statement));
    if (!row || !plain) return std::nullopt;
    if (row->role == torch::Role::reads_number && !argument) {
        site.tensor = call.child(Field::function).child(Field::object);
    } else if (row->role == torch::Role::number_type && one &&
               (row->dtype == torch::Dtype::floating || (row->dtype == torch::Dtype::integer && assigned))) {
        site.tensor = argument;
        site.type = call.child(Field::function).text();
    } else if (row->gives == torch::Gives::converted && row->role == torch::Role::constant_type && one && assigned &&
               !argument.is(Kind::keyword_argument)) {
        site.tensor = argument;
        site.type = call.child(Field::function).text();
        site.truth = true;
    } else if (const auto name = facts.program().names().qualified(call.child(Field::function));
               name && *name == root_of_number && one && facts.value(argument).is_tensor()) {
        site.tensor = argument;
        site.root = true;
    }
    return site.tensor ? std::optional(site) : std::nullopt;
}

Numbers numbers_of(const Facts& facts, const KeptSite& site, Forms& forms) {
    const torch::Row* number = site.type.empty() ? nullptr : facts.row_of(site.call);
    const Numbers whole = forms.of(site.tensor).dtype == count_dtype ? Numbers::count : Numbers::whole;
    if (number && number->dtype == torch::Dtype::integer) return whole;
    const torch::Dtype dtype = facts.value(site.tensor).dtype;
    if (dtype == torch::Dtype::integer && site.type.empty()) return whole;
    const bool floating = site.warns() || is_average(facts, site.tensor) || forms.of(site.tensor).floating ||
                          dtype == torch::Dtype::floating;
    return floating ? Numbers::floating : Numbers::any;
}

}  // namespace transforms
