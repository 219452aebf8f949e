#include "transforms/proof/guard.h"

#include "analysis/text/number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace transforms::proof {

namespace {

using Property = Guard::Property;
using Relation = Guard::Relation;
using Join = Guard::Join;

bool is_part_of_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// The program's expression reads the variable: "k" and "x[k]", not "kk.k".
bool mentions(std::string_view expression, std::string_view name) {
    for (std::size_t at = expression.find(name); at != std::string_view::npos; at = expression.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool begins = at == 0 || !(is_part_of_name(expression[at - 1]) || expression[at - 1] == '.');
        if (begins && (end == expression.size() || !is_part_of_name(expression[end]))) return true;
    }
    return false;
}

std::string with_property(const std::string& subject, Property property, const std::string& part) {
    switch (property) {
        case Property::magnitude: return "abs(" + subject + ")";
        case Property::shape: return subject + ".shape" + part;
        case Property::dtype: return subject + ".dtype";
        case Property::device: return subject + ".device";
        case Property::rank: return subject + ".dim()";
        case Property::count: return subject + ".numel()";
        case Property::floating: return subject + ".is_floating_point()";
        case Property::complex: return subject + ".is_complex()";
        case Property::gradient: return subject + ".requires_grad";
        case Property::contiguous: return subject + ".is_contiguous()";
        case Property::type:
        case Property::value:
        case Property::code: return subject;
    }
    return subject;
}

std::string_view sign(Relation relation) {
    switch (relation) {
        case Relation::equal: return " == ";
        case Relation::not_equal: return " != ";
        case Relation::above: return " > ";
        case Relation::at_least: return " >= ";
        case Relation::at_most: return " <= ";
        case Relation::below: return " < ";
        case Relation::among: return " in ";
        case Relation::is:
        case Relation::is_not: break;
    }
    return "";
}

std::string right_of(const Guard& guard) {
    return guard.other.empty() ? guard.operand : with_property(guard.other, guard.property, guard.operand);
}

std::string with_parts(const Guard& guard) {
    std::string all;
    for (const Guard& each : guard.parts)
        all += (all.empty() ? "" : guard.join == Join::all ? " and " : " or ") + code(each);
    return (guard.relation == Relation::is_not ? "not (" : "(") + all + ")";
}

// The whole numbers for which `x.dim() > 1` and its like hold.
struct Range {
    int least = 0;
    int most = std::numeric_limits<int>::max();
};

std::optional<Range> range_of(const Guard& guard) {
    if (guard.join != Join::none || !guard.other.empty()) return std::nullopt;
    if (guard.relation == Relation::among && guard.operand == "(1, 2)") return Range{1, 2};
    const auto number = text::whole_number(guard.operand);
    if (!number) return std::nullopt;
    switch (guard.relation) {
        case Relation::equal: return Range{*number, *number};
        case Relation::above: return Range{*number + 1};
        case Relation::at_least: return Range{*number};
        case Relation::at_most: return Range{.most = *number};
        default: return std::nullopt;
    }
}

bool is_counted(Property property) {
    return property == Property::rank || property == Property::count || property == Property::shape;
}

bool follows_by_range(const Guard& one, const Guard& other) {
    if (one.property != other.property || one.subject != other.subject || one.part != other.part) return false;
    if (!is_counted(one.property)) return false;
    const auto wanted = range_of(one), given = range_of(other);
    return wanted && given && wanted->least <= given->least && given->most <= wanted->most;
}

// "abs(n) <= 65504" from "1e-4 <= abs(n) <= 65504"
bool is_within(const Guard& one, const Guard& other) {
    Guard less = other;
    less.part.clear();
    return one.property == Property::magnitude && one == less;
}

bool is_mirrored(const Guard& one, const Guard& other) {
    return one.join == Join::none && other.join == Join::none && !one.other.empty() && one.property == other.property &&
           one.relation == Relation::equal && other.relation == Relation::equal && one.subject == other.other &&
           one.other == other.subject && one.part == other.operand && one.operand == other.part;
}

Guard made(Property property, std::string_view subject, Relation relation) {
    return {.property = property, .relation = relation, .subject = std::string(subject)};
}

Guard same(Property property, std::string_view subject, std::string_view other, std::string_view part = {}) {
    Guard guard = made(property, subject, Relation::equal);
    guard.other = other;
    guard.operand = part;
    return guard;
}

}  // namespace

Guard compared(Property property, std::string_view subject, Relation relation, std::string_view constant,
               std::string_view part) {
    Guard guard = made(property, subject, relation);
    guard.operand = constant;
    guard.part = part;
    return guard;
}

Guard is_instance(std::string_view subject, std::string_view types) {
    return compared(Property::type, subject, Relation::is, types);
}
Guard is_no_instance(std::string_view subject, std::string_view types) {
    return compared(Property::type, subject, Relation::is_not, types);
}
Guard is_tensor(std::string_view subject, std::string_view torch) {
    return is_instance(subject, std::string(torch) + ".Tensor");
}
Guard is_number(std::string_view subject) { return is_instance(subject, "(int, float)"); }

Guard same_shape(std::string_view subject, std::string_view other, std::string_view part) {
    return same(Property::shape, subject, other, part);
}
Guard same_size(std::string_view subject, int dim, std::string_view other, int other_dim) {
    Guard guard = same_shape(subject, other, "[" + std::to_string(other_dim) + "]");
    guard.part = "[" + std::to_string(dim) + "]";
    return guard;
}
Guard same_dtype(std::string_view subject, std::string_view other) { return same(Property::dtype, subject, other); }

Guard no_wider_dtype(std::string_view subject, std::string_view other, std::string_view torch) {
    Guard guard = same_dtype(subject, other);
    guard.relation = Relation::at_most;
    guard.part = torch;
    return guard;
}
Guard same_device(std::string_view subject, std::string_view other) { return same(Property::device, subject, other); }

Guard dtype_is(std::string_view subject, std::string_view dtype) {
    return compared(Property::dtype, subject, Relation::equal, dtype);
}
Guard dtype_is_not(std::string_view subject, std::string_view dtype) {
    return compared(Property::dtype, subject, Relation::not_equal, dtype);
}
Guard is_mask(std::string_view subject, std::string_view torch) {
    return dtype_is(subject, std::string(torch) + ".bool");
}
Guard rank_is(std::string_view subject, int rank) {
    return compared(Property::rank, subject, Relation::equal, std::to_string(rank));
}
Guard rank_above(std::string_view subject, int rank) {
    return compared(Property::rank, subject, Relation::above, std::to_string(rank));
}
Guard has_one_element(std::string_view subject) { return compared(Property::count, subject, Relation::equal, "1"); }
Guard has_elements(std::string_view subject) { return compared(Property::count, subject, Relation::above, "0"); }
Guard is_floating(std::string_view subject) { return made(Property::floating, subject, Relation::is); }
Guard is_not_floating(std::string_view subject) { return made(Property::floating, subject, Relation::is_not); }
Guard is_not_complex(std::string_view subject) { return made(Property::complex, subject, Relation::is_not); }
Guard is_contiguous(std::string_view subject) { return made(Property::contiguous, subject, Relation::is); }
Guard wants_no_gradient(std::string_view subject) { return made(Property::gradient, subject, Relation::is_not); }

Guard want_no_gradient(const std::vector<std::string>& subjects) {
    if (subjects.size() == 1) return wants_no_gradient(subjects.front());
    Guard none{.relation = Relation::is_not, .join = Join::any};
    for (const std::string& each : subjects) none.parts.push_back(made(Property::gradient, each, Relation::is));
    return none;
}

Guard is_positive(std::string_view number) { return compared(Property::value, number, Relation::above, "0"); }
Guard is_not_zero(std::string_view number) { return compared(Property::value, number, Relation::not_equal, "0"); }
Guard code(std::string test) { return {.subject = std::move(test)}; }
Guard all_of(Guards parts) { return {.join = Join::all, .parts = std::move(parts)}; }
Guard any_of(Guards parts) { return {.join = Join::any, .parts = std::move(parts)}; }

std::string code(const Guard& guard) {
    if (guard.join != Join::none) return with_parts(guard);
    const std::string negated = guard.relation == Relation::is_not ? "not " : "";
    if (guard.property == Property::type) return negated + "isinstance(" + guard.subject + ", " + guard.operand + ")";
    if (guard.property == Property::dtype && guard.relation == Relation::at_most) {
        const std::string other = guard.other + ".dtype";
        return guard.part + ".promote_types(" + guard.subject + ".dtype, " + other + ") == " + other;
    }
    const std::string left = with_property(guard.subject, guard.property, guard.part);
    if (guard.property == Property::magnitude && !guard.part.empty())
        return guard.part + " <= " + left + " <= " + guard.operand;
    const std::string_view between = sign(guard.relation);
    return between.empty() ? negated + left : left + std::string(between) + right_of(guard);
}

std::vector<std::string> codes(const Guards& guards) {
    std::vector<std::string> all;
    for (const Guard& each : guards) all.push_back(code(each));
    return all;
}

std::string code(const Guards& guards) {
    std::string all;
    for (const Guard& each : guards) all += (all.empty() ? "" : " and ") + code(each);
    return all;
}

std::size_t tests_of(const Guards& guards) {
    std::size_t all = 0;
    for (const Guard& each : guards) all += each.join == Join::none ? 1 : tests_of(each.parts);
    return all;
}

bool follows(const Guard& one, const Guard& other) {
    if (one == other || is_mirrored(one, other)) return true;
    if (other.join == Join::all)
        return std::ranges::any_of(other.parts, [&](const Guard& part) { return follows(one, part); });
    if (one.join == Join::any && one.relation == Relation::is)
        return std::ranges::any_of(one.parts, [&](const Guard& part) { return follows(part, other); });
    // "not a" from "not (a or b)"
    if (other.join == Join::any && other.relation == Relation::is_not && one.relation == Relation::is_not)
        return std::ranges::all_of(
            one.join == Join::any ? one.parts : Guards{made(one.property, one.subject, Relation::is)},
            [&](const Guard& part) { return std::ranges::find(other.parts, part) != other.parts.end(); });
    if (one.join != Join::none || other.join != Join::none) return false;
    if (one == is_not_complex(other.subject) && other == is_floating(other.subject)) return true;
    return follows_by_range(one, other) || is_within(one, other);
}

bool speaks_of(const Guard& guard, std::string_view name) {
    if (guard.join != Join::none)
        return std::ranges::any_of(guard.parts, [&](const Guard& part) { return speaks_of(part, name); });
    const std::array terms{&guard.subject, &guard.part, &guard.other, &guard.operand};
    return std::ranges::any_of(terms, [&](const std::string* term) { return mentions(*term, name); });
}

bool tests_tensor(const Guard& guard) {
    return guard.property == Property::type && guard.relation == Relation::is && guard.operand.ends_with(".Tensor");
}

bool asks_tensor(const Guard& guard, std::string_view name) {
    if (guard.join != Join::none)
        return std::ranges::any_of(guard.parts, [&](const Guard& part) { return asks_tensor(part, name); });
    if (guard.property == Property::code) return mentions(guard.subject, name);
    if (guard.property == Property::type || guard.property == Property::value || guard.property == Property::magnitude)
        return false;
    return guard.subject == name || guard.other == name;
}

std::optional<Guard> beside(const Guard& guard, const Guards& others) {
    const auto is_known = [&](const Guard& one) {
        return std::ranges::any_of(others, [&](const Guard& other) { return follows(one, other); });
    };
    if (is_known(guard)) return std::nullopt;
    if (guard.join != Join::any || guard.relation != Relation::is_not) return guard;
    std::vector<std::string> left;
    for (const Guard& part : guard.parts)
        if (!is_known(wants_no_gradient(part.subject))) left.push_back(part.subject);
    return want_no_gradient(left);
}

Guards without_implied(const Guards& guards) {
    Guards all;
    for (const Guard& each : guards) {
        if (std::ranges::any_of(all, [&](const Guard& other) { return follows(each, other); })) continue;
        // What is asked behind a weaker one may rest on it, so the stronger one takes its place.
        const auto weaker = std::ranges::find_if(all, [&](const Guard& other) { return follows(other, each); });
        if (weaker == all.end()) {
            all.push_back(each);
            continue;
        }
        *weaker = each;
        all.erase(
            std::remove_if(std::next(weaker), all.end(), [&](const Guard& other) { return follows(other, each); }),
            all.end());
    }
    return all;
}

}  // namespace transforms::proof
