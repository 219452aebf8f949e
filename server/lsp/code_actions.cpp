#include "server/lsp/convert.h"
#include "server/lsp/findings.h"
#include "server/lsp/handlers.h"
#include "server/lsp/text_diff.h"

#include <algorithm>

// What can be done about the findings at a place: their fixes, why there is none, a comment that silences them; and all
// safe fixes of the file at once.

namespace lsp {
namespace {

constexpr std::string_view quick_fix = "quickfix";
constexpr std::string_view fix_all = "source.fixAll.graphmend";

// Kinds form a hierarchy: who asks for `source` wants `source.fixAll.graphmend`, too.
bool wants(const CodeActionParams& params, std::string_view kind) {
    if (params.only.empty()) return kind == quick_fix || !params.automatic;
    return std::ranges::any_of(params.only, [&](const std::string& only) {
        return only.empty() || kind == only || kind.starts_with(only + ".");
    });
}

bool is_known(const CodeActionParams& params, const rules::Finding& finding, const text::Source& source,
              text::Unit unit) {
    return std::ranges::any_of(params.diagnostics, [&](const CodeActionParams::Known& known) {
        return known.code == finding.code && session::span_of(source, known.range, unit) == finding.span;
    });
}

// The findings that the client names, or else those that its range touches: it may know fewer, or older ones.
std::vector<const rules::Finding*> meant(const session::Result& result, const CodeActionParams& params,
                                         text::Unit unit) {
    const text::Source& source = *result.snapshot->source;
    std::vector<const rules::Finding*> named;
    for (const rules::Finding& finding : result.findings)
        if (is_known(params, finding, source, unit)) named.push_back(&finding);
    return named.empty() ? findings_at(result, session::span_of(source, params.range, unit)) : named;
}

std::string title(std::string text) {
    if (!text.empty() && 'a' <= text.front() && text.front() <= 'z')
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    return text;
}

std::string title(const transforms::Fix& fix) {
    const bool told = fix.assumes.empty() || fix.title.find(fix.assumes) != std::string::npos;
    return title(fix.title) + (told ? "" : " (assumes that " + fix.assumes + ")");
}

class Actions {
  public:
    Actions(const session::Result& result, const session::Engine& engine, const Client& client)
        : result_(result), engine_(engine), client_(client) {}

    void about(std::span<const rules::Finding* const> findings);
    void fixing_all();

    [[nodiscard]] Json take() { return std::move(list_); }

  private:
    Json& add(const rules::Finding& finding, std::string text, Json edit);
    void fixing(const rules::Finding& finding);
    void add_fix(const rules::Finding& finding, const transforms::Fix& fix, bool preferred);
    void add_declined(const rules::Finding& finding, const std::string& reason);
    void ignoring(const rules::Finding& finding, const syntax::Tree& tree);

    const session::Result& result_;
    const session::Engine& engine_;
    const Client& client_;
    Json list_ = Json::array();
};

// Findings of one statement often have the same cure: it is listed once, for all of them.
Json& Actions::add(const rules::Finding& finding, std::string text, Json edit) {
    auto action = std::ranges::find_if(
        list_, [&](const Json& listed) { return listed.at("title") == text && listed.value("edit", Json()) == edit; });
    if (action == list_.end()) {
        list_.push_back({{"title", std::move(text)}, {"kind", quick_fix}, {"diagnostics", Json::array()}});
        action = std::prev(list_.end());
        if (!edit.is_null()) (*action)["edit"] = std::move(edit);
    }
    (*action)["diagnostics"].push_back(diagnostic(*result_.snapshot, finding, client_));
    return *action;
}

void Actions::add_fix(const rules::Finding& finding, const transforms::Fix& fix, bool preferred) {
    const bool safe = fix.safety == transforms::Safety::safe;
    const std::string warning = safe ? "" : title(fix);
    Json& action = add(finding, title(fix), workspace_edit(*result_.snapshot, fix.edits, client_, warning));
    if (safe && preferred && client_.preferred) action["isPreferred"] = true;
}

void Actions::add_declined(const rules::Finding& finding, const std::string& reason) {
    Json& action = add(finding, "Fix " + std::string(finding.name) + " (" + std::string(finding.code) + ")", nullptr);
    action["disabled"] = {{"reason", reason}};
}

void Actions::fixing(const rules::Finding& finding) {
    transforms::Proposal proposal = session::proposal(engine_, result_, finding);
    // What people merge comes first, and what they have to think about last.
    std::ranges::stable_sort(proposal.fixes, {}, [](const transforms::Fix& fix) {
        return std::pair(fix.safety == transforms::Safety::suggestion, fix.form);
    });
    bool preferred = true;  // the first of the safe ones
    for (const transforms::Fix& fix : proposal.fixes) {
        if (!fix.needs.empty()) continue;  // would make the file import GraphMend, which nobody asked for
        add_fix(finding, fix, preferred);
        preferred = preferred && fix.safety != transforms::Safety::safe;
    }
    if (!client_.disabled) return;
    if (!proposal.advice.empty())
        add_declined(finding, "by hand: " + proposal.advice);
    else if (proposal.declined)
        add_declined(finding, "no safe fix: " + *proposal.declined);
}

void Actions::ignoring(const rules::Finding& finding, const syntax::Tree& tree) {
    const std::vector<transforms::Edit> edits = transforms::suppress(tree, {&finding, 1});
    if (edits.empty()) return;
    add(finding, "Ignore " + std::string(finding.code) + " on this line",
        workspace_edit(*result_.snapshot, edits, client_));
}

void Actions::about(std::span<const rules::Finding* const> findings) {
    if (findings.empty()) return;
    for (const rules::Finding* const finding : findings) {
        if (session::Errand::is_cancelled()) return;
        fixing(*finding);
    }
    const syntax::Tree tree = syntax::Tree::parse(*result_.snapshot->source);
    for (const rules::Finding* const finding : findings) ignoring(*finding, tree);
}

void Actions::fixing_all() {
    const session::Snapshot& snapshot = *result_.snapshot;
    if (result_.findings.empty() || !result_.analysis.problems().empty()) return;
    analysis::Options options = *snapshot.options;
    options.cancelled = [stop = snapshot.stop] { return stop.stop_requested() || session::Errand::is_cancelled(); };
    options.files = std::make_shared<modules::View>(snapshot.modules);
    const transforms::Fixed fixed = engine_.fix(snapshot.source, options, {.form = transforms::Form::plain});
    if (options.cancelled() || fixed.text == snapshot.source->text()) return;
    const transforms::Edit edit = difference(*snapshot.source, fixed.text);
    list_.push_back({{"title", "Fix all graph breaks that have a safe fix"},
                     {"kind", fix_all},
                     {"edit", workspace_edit(snapshot, {&edit, 1}, client_)}});
}

}  // namespace

void code_actions(Context& context, const CodeActionParams& params, const rpc::Reply& reply) {
    const bool of_all = wants(params, fix_all);
    answer_about(
        context, params.uri, reply, Json::array(),
        [params, of_all](const session::Result& result, const session::Engine& engine, const Client& client) {
            Actions actions(result, engine, client);
            if (wants(params, quick_fix)) actions.about(meant(result, params, client.unit));
            if (of_all) actions.fixing_all();
            return actions.take();
        },
        of_all ? session::Pace::slow : session::Pace::quick);
}

}  // namespace lsp
