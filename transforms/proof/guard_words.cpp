#include "transforms/proof/guard.h"

#include <string>

// Guards in words, for titles, hovers and JSON.

namespace transforms::proof {

namespace {

using Property = Guard::Property;
using Relation = Guard::Relation;

std::string quoted(std::string_view code) { return "`" + std::string(code) + "`"; }

std::string types_in_words(const Guard& guard) {
    const bool negated = guard.relation == Relation::is_not;
    if (guard.operand.ends_with(".Tensor")) return negated ? "is no tensor" : "is a tensor";
    if (guard.operand == "(int, float)") return negated ? "is no number" : "is a number";
    if (guard.operand.starts_with("(int, float, ")) return "is a number or a tensor";
    return (negated ? "is no instance of " : "is an instance of ") + quoted(guard.operand);
}

std::string relation_in_words(Relation relation) {
    switch (relation) {
        case Relation::above: return "more than ";
        case Relation::at_least: return "at least ";
        case Relation::at_most: return "at most ";
        case Relation::below: return "less than ";
        case Relation::not_equal: return "not ";
        default: return "";
    }
}

std::string counted(const Guard& guard, const std::string& one, const std::string& many) {
    if (guard.relation == Relation::among) return "has 1 or 2 " + many;
    return "has " + relation_in_words(guard.relation) + guard.operand + " " + (guard.operand == "1" ? one : many);
}

// "the shape" of `x.shape == y.shape`
std::string shared(const Guard& guard, const std::string& what) {
    if (guard.other.empty()) return "has the " + what + " " + quoted(guard.operand);
    return "has the " + what + " of " + quoted(guard.other);
}

std::string predicate(const Guard& guard) {
    const bool negated = guard.relation == Relation::is_not;
    switch (guard.property) {
        case Property::type: return types_in_words(guard);
        case Property::dtype:
            if (guard.relation == Relation::not_equal) return "has another dtype than " + quoted(guard.operand);
            return guard.relation == Relation::among ? "has one of the dtypes " + quoted(guard.operand)
                                                     : shared(guard, "dtype");
        case Property::device:
            return guard.other.empty() ? "is on " + quoted(guard.operand)
                                       : "is on the device of " + quoted(guard.other);
        case Property::rank: return counted(guard, "dimension", "dimensions");
        case Property::count: return counted(guard, "element", "elements");
        case Property::floating: return negated ? "holds no floating-point numbers" : "holds floating-point numbers";
        case Property::complex: return negated ? "is not complex" : "is complex";
        case Property::gradient: return negated ? "needs no gradient" : "needs a gradient";
        case Property::contiguous: return negated ? "is not contiguous" : "is contiguous";
        default: return "";
    }
}

}  // namespace

std::string says(const Guard& guard) {
    if (guard.join != Guard::Join::none) {
        const bool negated = guard.relation == Relation::is_not;
        std::string all;
        for (const Guard& each : guard.parts)
            all += (all.empty() ? "" : guard.join == Guard::Join::all ? " and " : ", or ") + says(each);
        return negated ? "it is not so that " + all : all;
    }
    const bool sized = guard.property == Property::shape && (!guard.part.empty() || !guard.operand.empty());
    if (guard.property == Property::shape && !sized) return quoted(guard.subject) + " " + shared(guard, "shape");
    const std::string words = predicate(guard);
    return words.empty() ? quoted(code(guard)) : quoted(guard.subject) + " " + words;
}

std::vector<std::string> says(const Guards& guards) {
    std::vector<std::string> all;
    for (const Guard& each : guards) all.push_back(says(each));
    return all;
}

}  // namespace transforms::proof
