#include "analysis/unused_suppressions.h"

#include "analysis/names/file.h"
#include "analysis/rules/all.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <string>

namespace analysis {
namespace {

// Whether compiled code comes by: else it may do so in other files, and with it findings.
bool is_reached(const values::Program& program, std::uint32_t line) {
    const text::Source& source = program.tree().source();
    const text::Span span = source.line(line);
    const std::size_t blank = source.text(span).find_first_not_of(" \t");
    const syntax::Node function =
        syntax::function_of(program.tree().at(span.begin + static_cast<std::uint32_t>(blank)));
    return !function || std::ranges::any_of(syntax::subtree(function),
                                            [&](const syntax::Node node) { return program.reached(node); });
}

rules::Finding unused(const values::Program& program, text::Span span, std::string_view what) {
    const rules::Rule& rule = rules::unused_suppression;
    return {.source = program.files().front()->source(),
            .code = rule.code,
            .name = rule.name,
            .message = std::string(what) + " silences nothing",
            .severity = rule.severity,
            .span = span,
            .statement = span};
}

void add_unused(std::vector<rules::Finding>& to, const values::Program& program, const syntax::Suppression& comment,
                const UsedSuppressions& used) {
    const text::Source& source = program.tree().source();
    std::vector<text::Span> idle;
    for (const text::Span code : comment.codes)
        if (!used.contains(code) && (comment.is_own || source.text(code).starts_with("GM"))) idle.push_back(code);
    if (comment.silences_all ? !used.contains(comment.span) : idle.size() == comment.codes.size())
        to.push_back(unused(program, comment.span, "the comment"));
    else
        for (const text::Span code : idle)
            to.push_back(unused(program, code, "`" + std::string(source.text(code)) + "`"));
}

// Of the statement, or of the place in it: of a Finding or a CallSite.
template <class Place>
const syntax::Suppression* comment_at(const Place& place, std::string_view code, syntax::Suppressions& comments) {
    const syntax::Suppression* comment = comments.of(*place.source, place.statement, code);
    return comment ? comment : comments.of(*place.source, place.span, code);
}

}  // namespace

const syntax::Suppression* comment_on(const rules::Finding& finding, syntax::Suppressions& comments) {
    return comment_at(finding, finding.code, comments);
}

const syntax::Suppression* comment_on(const rules::CallSite& site, std::string_view code,
                                      syntax::Suppressions& comments) {
    return comment_at(site, code, comments);
}

void UsedSuppressions::add(const rules::Finding& finding) {
    add(comment_on(finding, comments_), *finding.source, finding.code);
}

void UsedSuppressions::add(const rules::CallSite& site, std::string_view code) {
    add(comment_on(site, code, comments_), *site.source, code);
}

void UsedSuppressions::add(const syntax::Suppression* comment, const text::Source& source, std::string_view code) {
    if (!comment) return;
    spans_.insert(comment->span);
    for (const text::Span listed : comment->codes)
        if (syntax::covers(source, listed, code)) spans_.insert(listed);
}

std::vector<rules::Finding> unused_suppressions(const values::Program& program, const UsedSuppressions& used) {
    const text::Source& source = program.tree().source();
    std::vector<rules::Finding> found;
    if (source.text().find("graphmend") == std::string_view::npos && source.text().find("GM") == std::string_view::npos)
        return found;
    for (std::uint32_t line = 0; line < source.line_count(); ++line)
        for (const syntax::Suppression& comment : syntax::suppressions_on(source, line)) {
            const bool is_meant = !comment.silences_all && comment.silences(source, rules::unused_suppression.code);
            if (!comment.is_for_graphmend(source) || is_meant || syntax::in_string(program.tree(), comment.span.begin))
                continue;
            if (is_reached(program, line)) add_unused(found, program, comment, used);
        }
    return found;
}

}  // namespace analysis
