#include "transforms/proof/guard.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Guards in words, for titles, hovers and JSON.

namespace transforms::proof {

namespace {

using Property = Guard::Property;
using Relation = Guard::Relation;

// Code of several lines is one in a sentence: `(\n    x * 2\n)` -> `(x * 2)`.
std::string quoted(std::string_view code) {
    std::string text;
    while (!code.empty()) {
        const std::size_t line = std::min(code.find_first_of("\r\n"), code.size());
        text += code.substr(0, line);
        code.remove_prefix(line);
        code.remove_prefix(std::min(code.find_first_not_of(" \t\r\n"), code.size()));
        const bool is_tight = code.empty() || text.ends_with('(') || code.front() == ')';
        if (!is_tight) text += " ";
    }
    return "`" + text + "`";
}

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

// `abs(n) <= 65504`, `1e-4 <= abs(n) <= 65504`
std::string magnitude_in_words(const Guard& guard) {
    if (guard.relation != Relation::at_most) return "";
    return (guard.part.empty() ? "is at most " : "is between " + guard.part + " and ") + guard.operand + " in size";
}

// `m.shape == x.shape`, `m.shape == x.shape[: m.dim()]`
std::string shape_in_words(const Guard& guard) {
    if (!guard.part.empty() || guard.other.empty()) return "";
    if (guard.operand.empty()) return shared(guard, "shape");
    if (guard.operand == "[: " + guard.subject + ".dim()]") return "has the first dimensions of " + quoted(guard.other);
    if (guard.operand == "[-1:]") return "has the shape of one row of " + quoted(guard.other);
    if (guard.operand == "[1:]") return "has one element for each column of " + quoted(guard.other);
    if (guard.operand == "[:1]") return "has one element for each row of " + quoted(guard.other);
    return guard.operand == "[:-1]" ? "has the shape of " + quoted(guard.other) + " without its last dimension" : "";
}

// "`a`, `b` and `c`"
std::string subjects_of(const std::vector<Guard>& guards) {
    std::vector<std::string> names;
    for (const Guard& each : guards) names.push_back(quoted(each.subject));
    return listed(names);
}

// "`a` or `b`" of "(a, b)"
std::string alternatives(std::string_view tuple) {
    std::string all;
    tuple = tuple.substr(1, tuple.size() - 2);
    for (std::size_t begin = 0, end = 0; begin < tuple.size(); begin = end + 2) {
        end = std::min(tuple.find(", ", begin), tuple.size());
        all += (begin == 0 ? "" : " or ") + quoted(tuple.substr(begin, end - begin));
    }
    return all;
}

std::string predicate(const Guard& guard) {
    const bool negated = guard.relation == Relation::is_not;
    switch (guard.property) {
        case Property::type: return types_in_words(guard);
        case Property::dtype:
            if (guard.relation == Relation::at_most) return "has no wider dtype than " + quoted(guard.other);
            if (guard.relation == Relation::not_equal) return "has another dtype than " + quoted(guard.operand);
            return guard.relation == Relation::among ? "has the dtype " + alternatives(guard.operand)
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
        case Property::magnitude: return magnitude_in_words(guard);
        case Property::shape: return shape_in_words(guard);
        default: return "";
    }
}

// `w.shape == x.shape[-1:] or w.shape == (1, *x.shape[-1:])`
bool is_one_row(const Guard& guard) {
    return guard.join == Guard::Join::any && guard.relation == Relation::is && guard.parts.size() == 2 &&
           guard.parts[0].property == Property::shape && guard.parts[0].operand == "[-1:]" &&
           guard.parts[1].property == Property::shape && guard.parts[1].subject == guard.parts[0].subject;
}

}  // namespace

std::string listed(const std::vector<std::string>& parts) {
    std::string all;
    for (std::size_t i = 0; i < parts.size(); ++i)
        all.append(i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ").append(parts[i]);
    return all;
}

std::string says(const Guard& guard) {
    if (guard.join != Guard::Join::none) {
        const bool negated = guard.relation == Relation::is_not;
        const auto asks_gradient = [](const Guard& each) { return each.property == Property::gradient; };
        if (negated && guard.join == Guard::Join::any && std::ranges::all_of(guard.parts, asks_gradient))
            return "none of " + subjects_of(guard.parts) + " needs a gradient";
        if (is_one_row(guard)) return says(guard.parts.front());
        std::string all = negated ? "it is not so that " : guard.join == Guard::Join::any ? "either " : "";
        for (std::size_t i = 0; i < guard.parts.size(); ++i)
            all += (i == 0 ? "" : guard.join == Guard::Join::all ? " and " : ", or ") + says(guard.parts[i]);
        return all;
    }
    const std::string words = predicate(guard);
    return words.empty() ? quoted(code(guard)) : quoted(guard.subject) + " " + words;
}

std::vector<std::string> says(const Guards& guards) {
    std::vector<std::string> all;
    for (const Guard& each : guards) all.push_back(says(each));
    return all;
}

namespace {

// What is said of one expression, or of several of which the same is said.
struct Sentence {
    std::vector<std::string> subjects;
    std::vector<std::string> predicates;
};

// "the shape", where it is that of another tensor.
std::string_view shared_property(const Guard& guard) {
    if (guard.other.empty() || !guard.part.empty() || !guard.operand.empty()) return "";
    switch (guard.property) {
        case Property::shape: return "the shape";
        case Property::dtype: return "the dtype";
        case Property::device: return "the device";
        default: return "";
    }
}

// "has the shape and the dtype of `y`", and what else the guards say of the subject.
std::vector<std::string> predicates_of(const Guards& guards, const std::string& subject) {
    std::vector<std::string> all;
    Guards about;
    std::ranges::copy_if(guards, std::back_inserter(about), [&](const Guard& each) { return each.subject == subject; });
    for (const Guard& guard : about) {
        std::vector<std::string> properties;
        for (const Guard& each : about)
            if (each.other == guard.other && !shared_property(each).empty())
                properties.emplace_back(shared_property(each));
        const std::string words = shared_property(guard).empty() || properties.size() < 2
                                      ? predicate(guard)
                                      : "has " + listed(properties) + " of " + quoted(guard.other);
        if (std::ranges::find(all, words) == all.end()) all.push_back(words);
    }
    return all;
}

// `x.dim() > 1`, `x.shape[0] > 2`: what is asked for by a number is there.
bool asks_for_place(const Guard& guard) {
    return guard.join == Guard::Join::none && guard.relation == Relation::above &&
           (guard.property == Property::rank || (guard.property == Property::shape && !guard.part.empty()));
}

}  // namespace

std::vector<std::string> says_together(const Guards& all_guards) {
    Guards plain, guards = all_guards;
    std::vector<std::string> others;
    if (std::ranges::count_if(guards, asks_for_place) > 1) {
        std::erase_if(guards, asks_for_place);
        others.emplace_back("indices are in range");
    }
    for (const Guard& each : guards)
        if (each.join == Guard::Join::none && !predicate(each).empty())
            plain.push_back(each);
        else
            others.push_back(says(each));
    std::vector<Sentence> sentences;
    std::set<std::string_view> told;
    for (const Guard& each : plain) {
        if (!told.insert(each.subject).second) continue;
        std::vector<std::string> said = predicates_of(plain, each.subject);
        const auto same = std::ranges::find(sentences, said, &Sentence::predicates);
        if (same != sentences.end())
            same->subjects.push_back(quoted(each.subject));
        else
            sentences.push_back({.subjects = {quoted(each.subject)}, .predicates = std::move(said)});
    }
    std::vector<std::string> all;
    for (const auto& [subjects, predicates] : sentences)
        all.push_back((subjects.size() > 1 ? "each of " : "") + listed(subjects) + " " + listed(predicates));
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

}  // namespace transforms::proof
