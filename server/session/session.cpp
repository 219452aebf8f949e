#include "server/session/session.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace session {

struct Session::Document {
    explicit Document(boost::asio::io_context& writer) : timer(writer) {}

    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const Result> result;  // of `snapshot`; null until it is there
    std::stop_source stop;                 // of the work on `snapshot`
    bool running = false;
    std::uint64_t news = 0;           // of the Session, when the work began
    std::vector<Ready> waiting;       // for the result of whatever text is the newest
    std::vector<Ready> waiting_here;  // for that of `snapshot` and its text
    boost::asio::steady_timer timer;
    std::chrono::steady_clock::duration cost{};        // of the last analysis
    std::chrono::steady_clock::time_point finished{};  // when it was
};

namespace {

std::vector<rules::Finding> told_in(const analysis::Analysis& analysis) {
    std::vector<rules::Finding> findings(analysis.findings().begin(), analysis.findings().end());
    for (const analysis::Elsewhere& found : analysis.elsewhere())
        for (const rules::CallSite& site : found.there.calls)
            if (site.source->path() == analysis.source().path()) findings.push_back(analysis::told_at(found, site));
    std::ranges::stable_sort(findings, {}, [](const rules::Finding& finding) { return finding.span.begin; });
    return findings;
}

// Other files may change while it works: what it saw of them is one thing only if it is still so at the end.
Result made(const std::shared_ptr<const Snapshot>& snapshot, const Analyze& analyze, confirm::Notebook& notebook) {
    const auto begun = std::chrono::steady_clock::now();
    while (true) {
        const auto view = std::make_shared<modules::View>(snapshot->modules);
        analysis::Options options = *snapshot->options;
        options.cancelled = [stop = snapshot->stop] { return stop.stop_requested() || Errand::is_cancelled(); };
        options.files = view;
        analysis::Analysis analysis = analyze(snapshot->source, options);
        if (!snapshot->stop.stop_requested() && !view->record().holds(*snapshot->modules)) continue;
        std::vector<rules::Finding> findings = told_in(analysis);
        confirm::Notes notes = notebook.notes(*snapshot->source, findings);
        const auto cost = std::chrono::steady_clock::now() - begun;
        return {snapshot, view, std::move(analysis), std::move(findings), std::move(notes), cost};
    }
}

}  // namespace

transforms::Proposal proposal(const Engine& engine, const Result& result, const rules::Finding& finding) {
    if (!finding.calls.empty()) return {};
    transforms::Proposal proposal = engine.propose(result.analysis, finding);
    result.notes.evidence.weigh(proposal, finding, *result.snapshot->source);
    return proposal;
}

Session::Session(boost::asio::io_context& writer, Engine engine, Scheduler::Failed failed)
    : writer_(writer), engine_(std::move(engine)), stale_timer_(writer), scheduler_(writer, std::move(failed)) {}

Session::~Session() {
    for (auto& [uri, document] : documents_) document.stop.request_stop();
}

// Environments live as long as documents are open in them.
std::shared_ptr<modules::Modules> Session::modules_for(const modules::Roots& packages) {
    std::weak_ptr<modules::Modules>& known = modules_[packages];
    if (auto modules = known.lock()) return modules;
    const std::shared_ptr<modules::Modules> modules(new modules::Modules(packages, modules::Spelling::absolute),
                                                    scheduler_.disposer());
    for (const auto& [uri, document] : documents_)
        if (document.snapshot)
            static_cast<void>(modules->open(document.snapshot->source->path(), document.snapshot->source));
    known = modules;
    return modules;
}

std::vector<std::shared_ptr<modules::Modules>> Session::all_modules() {
    std::vector<std::shared_ptr<modules::Modules>> all;
    std::erase_if(modules_, [&](const auto& known) {
        const auto modules = known.second.lock();
        if (modules) all.push_back(modules);
        return !modules;
    });
    return all;
}

void Session::open(const std::string& uri, std::shared_ptr<const text::Source> source, int version,
                   analysis::Options options, modules::Roots packages) {
    Document& document = documents_.try_emplace(uri, writer_).first->second;
    replace(document, {.uri = uri,
                       .version = version,
                       .source = std::move(source),
                       .options = std::make_shared<const analysis::Options>(std::move(options)),
                       .modules = modules_for(packages),
                       .stop = {}});
}

bool Session::change(const std::string& uri, int version, std::span<const Change> changes, text::Unit unit) {
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return false;
    Snapshot next = *found->second.snapshot;
    next.version = version;
    next.source = edited(std::move(next.source), changes, unit);
    replace(found->second, std::move(next));
    return true;
}

bool Session::configure(const std::string& uri, analysis::Options options, modules::Roots packages) {
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return false;
    Snapshot next = *found->second.snapshot;
    if (settings_text(options) == settings_text(*next.options) && packages == next.modules->packages()) return false;
    next.modules = modules_for(packages);
    next.options = std::make_shared<const analysis::Options>(std::move(options));
    replace(found->second, std::move(next));
    return true;
}

bool Session::close(const std::string& uri) {
    auto closed = documents_.extract(uri);
    if (closed.empty()) return false;
    closed.mapped().stop.request_stop();
    for (const auto* list : {&closed.mapped().waiting, &closed.mapped().waiting_here})
        for (const Ready& ready : *list) ready(nullptr);
    const std::string& path = closed.mapped().snapshot->source->path();
    for (const auto& modules : all_modules()) scheduler_.disposer().dispose(modules->close(path));
    changed(path);
    return true;
}

std::shared_ptr<const Snapshot> Session::find(const std::string& uri) const {
    const auto found = documents_.find(uri);
    return found == documents_.end() ? nullptr : found->second.snapshot;
}

std::vector<std::shared_ptr<const Snapshot>> Session::open_documents() const {
    std::vector<std::shared_ptr<const Snapshot>> snapshots;
    for (const auto& [uri, document] : documents_) snapshots.push_back(document.snapshot);
    return snapshots;
}

void Session::replace(Document& document, Snapshot snapshot) {
    document.stop.request_stop();
    document.stop = std::stop_source();
    snapshot.stop = document.stop.get_token();
    if (document.snapshot && document.snapshot->source != snapshot.source)
        for (const Ready& ready : std::exchange(document.waiting_here, {})) ready(nullptr);
    document.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
    document.result.reset();
    document.running = false;
    for (const auto& modules : all_modules())
        scheduler_.disposer().dispose(modules->open(document.snapshot->source->path(), document.snapshot->source));
    changed(document.snapshot->source->path());
    if (!document.waiting.empty() || !document.waiting_here.empty())
        start(document);
    else if (pushed_)
        debounce(document);
}

// Another document, or a file, has another text.
void Session::changed(const std::string& path) {
    ++news_;
    for (auto& [uri, document] : documents_)
        if (document.result && document.snapshot->source->path() != path &&
            document.result->view->record().mentions(path))
            outdate(document);
}

void Session::outdate(Document& document) {
    document.result.reset();
    if (pushed_) debounce(document, pause);
    if (!stale_) return;
    stale_timer_.expires_after(pause);
    stale_timer_.async_wait([this](boost::system::error_code error) {
        if (!error) stale_();
    });
}

void Session::watch(std::function<void()> moved) {
    moved_ = std::move(moved);
    scheduler_.every(between_looks, [this] { refresh(); });
}

void Session::refresh() {
    if (refreshing_ || documents_.empty()) return;
    refreshing_ = true;
    scheduler_.run(
        Pace::quick,
        [all = all_modules(), notebook = engine_.notebook] {
            modules::Modules::News news;
            for (const auto& modules : all) {
                const modules::Modules::News more = modules->refresh();
                news.files |= more.files;
                news.folders |= more.folders;
            }
            return std::pair(news, notebook->refresh());
        },
        [this](std::optional<std::pair<modules::Modules::News, std::set<std::string>>> all_news) {
            refreshing_ = false;
            if (!all_news) return;
            const auto& [news, confirmed] = *all_news;
            for (auto& [uri, document] : documents_)
                if (document.result && confirmed.contains(document.snapshot->source->path())) outdate(document);
            if (news.folders && moved_) moved_();
            if (!news.files && !news.folders) return;
            ++news_;
            recheck();
        });
}

// Which results do not hold any more is found out by reading the files that are new, which is no work for the writer.
void Session::recheck() {
    std::vector<std::shared_ptr<const Result>> results;
    for (const auto& [uri, document] : documents_)
        if (document.result) results.push_back(document.result);
    scheduler_.run(
        Pace::quick,
        [results = std::move(results)]() mutable {
            std::erase_if(results, [](const std::shared_ptr<const Result>& result) {
                return result->view->record().holds(*result->snapshot->modules);
            });
            return std::move(results);
        },
        [this](std::optional<std::vector<std::shared_ptr<const Result>>> outdated) {
            for (const auto& result : outdated.value_or(std::vector<std::shared_ptr<const Result>>()))
                if (Document* const document = current(*result->snapshot); document && document->result == result)
                    outdate(*document);
        });
}

void Session::debounce(Document& document, std::chrono::steady_clock::duration at_least) {
    const auto now = std::chrono::steady_clock::now();
    const auto rested = document.finished + std::min<std::chrono::steady_clock::duration>(document.cost, max_debounce);
    document.timer.expires_at(std::max(rested, now + at_least));
    document.timer.async_wait([this, snapshot = document.snapshot](boost::system::error_code error) {
        if (error) return;
        Document* const still = current(*snapshot);
        if (still != nullptr && !still->result && !still->running) start(*still);
    });
}

void Session::start(Document& document) {
    document.timer.cancel();
    document.running = true;
    document.news = news_;
    scheduler_.run(
        Pace::slow,
        [snapshot = document.snapshot, analyze = engine_.analyze, notebook = engine_.notebook,
         disposer = scheduler_.disposer()]() -> std::shared_ptr<const Result> {
            if (snapshot->stop.stop_requested()) return nullptr;
            return {new Result(made(snapshot, analyze, *notebook)), disposer};
        },
        [this, snapshot = document.snapshot](std::optional<std::shared_ptr<const Result>> result) {
            finished(snapshot, result.value_or(nullptr));
        });
}

Session::Document* Session::current(const Snapshot& snapshot) {
    const auto found = documents_.find(snapshot.uri);
    return found != documents_.end() && found->second.snapshot.get() == &snapshot ? &found->second : nullptr;
}

void Session::finished(const std::shared_ptr<const Snapshot>& snapshot, std::shared_ptr<const Result> result) {
    Document* const document = current(*snapshot);
    if (document == nullptr) return;
    document->running = false;
    std::vector<Ready> waiting = std::exchange(document->waiting, {});
    std::ranges::move(std::exchange(document->waiting_here, {}), std::back_inserter(waiting));
    if (!result) return;  // the analysis threw: who waits is told so by going away unanswered
    document->result = result;
    if (document->news != news_) recheck();  // it may be older than what came meanwhile
    document->cost = result->cost;
    document->finished = std::chrono::steady_clock::now();
    for (const Ready& ready : waiting) ready(result);
    if (pushed_) pushed_(result);
}

void Session::analyzed(const std::string& uri, Ready ready) { wait(uri, std::move(ready), &Document::waiting); }

void Session::analyzed_unless_edited(const std::string& uri, Ready ready) {
    wait(uri, std::move(ready), &Document::waiting_here);
}

void Session::wait(const std::string& uri, Ready ready, std::vector<Ready> Document::*list) {
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return ready(nullptr);
    Document& document = found->second;
    if (document.result) return ready(document.result);
    (document.*list).push_back(std::move(ready));
    if (!document.running) start(document);
}

}  // namespace session
