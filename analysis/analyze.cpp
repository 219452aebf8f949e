#include "analysis/analyze.h"

#include "analysis/names/file.h"
#include "analysis/rules/all.h"
#include "analysis/rules/engine/run.h"
#include "analysis/unused_suppressions.h"
#include "analysis/values/declared/passed.h"
#include "analysis/values/declared/test_files.h"
#include "analysis/values/program.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace analysis {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

// The word `compile` as such, or in the name of what is called, `maybe_compile(`: not `compiler`, `is_compiling`, nor
// Python's own `re.compile`.
bool mentions_compile(std::string_view text) {
    constexpr std::string_view word = "compile";
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        std::size_t begin = at, end = at + word.size();
        while (begin > 0 && is_word(text[begin - 1])) --begin;
        while (end < text.size() && is_word(text[end])) ++end;
        if (end - begin > word.size() && (end == text.size() || text[end] != '(' || text[begin] == '_')) continue;
        if ((end > at + word.size() && text[at + word.size()] != '_') || (begin < at && text[at - 1] != '_')) continue;
        if (!text.substr(0, at).ends_with("re.")) return true;
    }
    return false;
}

bool covers(const std::vector<std::string>& codes, std::string_view code) {
    return std::ranges::any_of(codes, [code](const std::string& listed) { return code.starts_with(listed); });
}

bool selected(const rules::Finding& finding, const Options& options) {
    return (options.select.empty() || covers(options.select, finding.code)) && !covers(options.ignore, finding.code);
}

bool wanted(const rules::Finding& finding, const Options& options, syntax::Suppressions& comments) {
    return selected(finding, options) && !comment_on(finding, comments);
}

std::string place(const text::Source& source, std::uint32_t offset) {
    const text::LineColumn at = text::line_column(source, offset);
    return std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::optional<std::string> problem_of(const syntax::Tree& tree) {
    if (!tree.errors().empty()) return "syntax error at " + place(tree.source(), tree.errors().front().begin);
    if (tree.too_deep())
        return "nested deeper than " + std::to_string(syntax::Tree::max_depth) + " levels at " +
               place(tree.source(), tree.too_deep()->begin);
    return std::nullopt;
}

// "analysis of `walk` at 3:1 stopped after 3000001 steps; findings may be missing"
Problem told(const values::Stop& stop, const values::Program& program) {
    const names::Scope* scope = program.names().scope_of(stop.body);
    const bool named = scope && scope->kind == names::ScopeKind::function;
    const text::Span span = named ? stop.body.child(syntax::Field::name).span() : text::Span{};
    const std::string what = named ? "`" + program.names().qualified_name(*scope) + "`" : "the module";
    return {.reason = "analysis of " + what + " at " + place(program.tree().source(), stop.body.span().begin) +
                      " stopped after " + std::to_string(stop.steps) + " steps; findings may be missing",
            .span = span};
}

std::vector<Problem> problems_of(const values::Program& program) {
    std::vector<Problem> problems;
    if (auto problem = problem_of(program.tree())) problems.push_back({.reason = std::move(*problem)});
    if (const auto& stop = program.stopped()) problems.push_back(told(*stop, program));
    return problems;
}

auto place_of(const rules::Finding& finding) {
    return std::tuple(std::string_view(finding.source->path()), finding.span.begin, finding.code);
}

// A `forward` may never be compiled, nor a function without tensors: what rests on them alone is worth a look, and no
// more, unless the user says so. One of a test is not what the user means.
void demote(std::vector<rules::Finding>& findings, const Options& options) {
    for (rules::Finding& finding : findings) {
        const bool counts = options.forward_counts && !values::is_of_tests(finding.trail.front().path);
        if (finding.entry == values::Entered::other || (finding.entry == values::Entered::forward && !counts))
            finding.severity = rules::Severity::hint;
    }
}

// Takes those of other files out.
std::vector<rules::Finding> split_elsewhere(std::vector<rules::Finding>& findings, const values::Program& program) {
    const auto is_here = [&](const rules::Finding& finding) {
        return finding.source->path() == program.files().front()->source()->path();
    };
    const auto others = std::stable_partition(findings.begin(), findings.end(), is_here);
    std::vector<rules::Finding> elsewhere(std::make_move_iterator(others), std::make_move_iterator(findings.end()));
    findings.erase(others, findings.end());
    return elsewhere;
}

// The function of the finding, with what compiled code of this file passes to it.
std::string called(const rules::Finding& finding, const values::Program& program) {
    const auto is_of = [&](const auto& file) { return file->source().get() == finding.source.get(); };
    const auto file = std::ranges::find_if(program.files(), is_of);
    if (file == program.files().end()) return finding.function;
    const syntax::Node function = syntax::function_of((*file)->tree().at(finding.span));
    return function ? spelled(values::passed_to(program, function, finding.function)) : finding.function;
}

values::Options values_options(const Options& options) {
    return {.torch = {{options.torch.major, options.torch.minor}, options.rows},
            .dynamo = options.dynamo,
            .comprehensions_are_frames = options.python < Version{3, 12},
            .entries_compile = options.entries_compile,
            .entries_forward = options.entries_forward,
            .entries_functions = options.entries_functions,
            .entries_others = options.entries_others,
            .entries = options.entries,
            .claims = options.claims,
            .files = options.files.get(),
            .cancelled = options.cancelled};
}

}  // namespace

std::optional<Version> parse_version(std::string_view text) {
    Version version;
    const char* end = text.data() + text.size();
    const auto [dot, first_error] = std::from_chars(text.data(), end, version.major);
    if (first_error != std::errc() || dot == end || *dot != '.') return std::nullopt;
    const auto [rest, second_error] = std::from_chars(dot + 1, end, version.minor);
    if (second_error != std::errc() || version.major < 0 || version.minor < 0) return std::nullopt;
    if (rest != end && is_word(*rest)) return std::nullopt;
    return version;
}

std::string to_string(Version version) { return std::to_string(version.major) + "." + std::to_string(version.minor); }

// The structured bindings name every member: one that is added and forgotten here does not compile.
std::string settings_text(const Options& options) {
    const auto& [torch, python, rows, dynamo, compile, forward, functions, others, entries, claims, select, ignore,
                 forward_counts, severity, files, cancelled] = options;
    const auto& [captures_scalars, captures_shapes, allows_rnn, as_fullgraph, reordered] = dynamo;
    std::string text = to_string(torch) + " " + to_string(python);
    for (const bool flag : {captures_scalars, captures_shapes, allows_rnn, as_fullgraph, compile, forward, functions,
                            others, forward_counts})
        text += flag ? " yes" : " no";
    for (const std::string_view name : reordered) text.append("\nreordered ").append(name);
    for (const std::string& name : entries) text += "\nentry " + name;
    for (const values::Claim& claim : claims) text += "\n" + spelled(claim);
    for (const std::string& code : select) text += "\nselect " + code;
    for (const std::string& code : ignore) text += "\nignore " + code;
    for (const auto& [code, chosen] : severity) text.append("\nseverity " + code + " ").append(to_string(chosen));
    return text + "\n" + (rows ? rows->source : "") + "\n";
}

Analysis::Analysis(std::shared_ptr<const text::Source> source, std::unique_ptr<const values::Program> program,
                   std::vector<rules::Finding> findings, std::vector<Problem> problems,
                   std::vector<Elsewhere> elsewhere, std::vector<rules::Finding> rare)
    : source_(std::move(source)), program_(std::move(program)), findings_(std::move(findings)),
      elsewhere_(std::move(elsewhere)), rare_(std::move(rare)), problems_(std::move(problems)) {}
Analysis::Analysis(Analysis&&) noexcept = default;
Analysis& Analysis::operator=(Analysis&&) noexcept = default;
Analysis::~Analysis() = default;

std::vector<std::pair<std::string, std::string>> Analysis::problems_elsewhere() const {
    std::vector<std::pair<std::string, std::string>> problems;
    for (std::size_t i = 1; program_ && i < program_->files().size(); ++i)
        if (auto problem = problem_of(program_->files()[i]->tree()))
            problems.emplace_back(program_->files()[i]->source()->path(), std::move(*problem));
    return problems;
}

bool can_matter(std::string_view text) {
    return text.find("torch") != std::string_view::npos &&
           (text.find("graphmend: entry") != std::string_view::npos ||
            text.find("def forward") != std::string_view::npos || mentions_compile(text));
}

Analysis analyze(std::shared_ptr<const text::Source> source, const Options& options) {
    const bool parsed =
        !options.entries.empty() || !options.claims.empty() || options.entries_functions || can_matter(source->text());
    const auto is_cancelled = [&] { return options.cancelled && options.cancelled(); };
    if (!parsed || is_cancelled()) return {std::move(source), nullptr, {}, {}};
    auto file = options.files ? options.files->file(source) : std::make_shared<const names::File>(source, "", false);
    auto program = values::Program::interpret(std::move(file), values_options(options));
    if (is_cancelled()) return {std::move(source), std::move(program), {}, {}};
    rules::Verdict verdict = rules::judge(*program, options.cancelled);
    std::vector<rules::Finding> findings = std::move(verdict.findings);
    demote(findings, options);
    std::vector<rules::Finding> others = split_elsewhere(findings, *program);
    syntax::Suppressions comments;
    UsedSuppressions used(comments);
    for (const rules::Finding& finding : findings) used.add(finding);
    for (const rules::Finding& finding : verdict.rare) used.add(finding);
    for (const rules::Finding& other : others)
        for (const rules::CallSite& call : other.calls)
            if (call.source == program->files().front()->source()) used.add(call, other.code);
    std::erase_if(findings, [&](const rules::Finding& finding) { return !wanted(finding, options, comments); });
    // What other files pass to the functions that they call is not known.
    if (program->tree().errors().empty() && options.entries.empty())
        for (rules::Finding& finding : unused_suppressions(*program, used))
            if (selected(finding, options)) findings.push_back(std::move(finding));
    std::erase_if(others, [&](const rules::Finding& finding) { return !wanted(finding, options, comments); });
    std::erase_if(verdict.rare, [&](const rules::Finding& finding) { return !wanted(finding, options, comments); });
    for (rules::Finding& finding : findings) set_severity(finding, options.severity);
    std::ranges::sort(findings, {}, place_of);
    std::ranges::sort(others, {}, place_of);
    std::vector<Elsewhere> elsewhere;
    std::map<std::pair<const text::Source*, std::string>, std::string> known;  // of a function, findings may be many
    for (rules::Finding& other : others) {
        const auto [function, is_new] = known.try_emplace({other.source.get(), other.function});
        if (is_new) function->second = called(other, *program);
        elsewhere.push_back(analysis::elsewhere(std::move(other), function->second, options.severity, comments));
    }
    std::vector<Problem> problems = problems_of(*program);
    return {std::move(source),   std::move(program),   std::move(findings),
            std::move(problems), std::move(elsewhere), std::move(verdict.rare)};
}

}  // namespace analysis
