#include "server/session/session.h"

#include <algorithm>

namespace session {

struct Session::Document {
    explicit Document(boost::asio::io_context& writer) : timer(writer) {}

    std::shared_ptr<const Snapshot> snapshot;
    std::shared_ptr<const Result> result;  // of `snapshot`; null until it is there
    std::stop_source stop;                 // of the work on `snapshot`
    bool running = false;
    std::vector<Ready> waiting;
    boost::asio::steady_timer timer;
    std::chrono::steady_clock::duration cost{};  // of the last analysis
};

Session::Session(boost::asio::io_context& writer, Engine engine, Scheduler::Failed failed)
    : writer_(writer), engine_(std::move(engine)), scheduler_(writer, std::move(failed)) {}

Session::~Session() {
    for (auto& [uri, document] : documents_) document.stop.request_stop();
}

void Session::open(const std::string& uri, std::shared_ptr<const text::Source> source, int version,
                   analysis::Options options) {
    Document& document = documents_.try_emplace(uri, writer_).first->second;
    replace(document, {.uri = uri,
                       .version = version,
                       .source = std::move(source),
                       .options = std::make_shared<const analysis::Options>(std::move(options)),
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

bool Session::configure(const std::string& uri, analysis::Options options) {
    const auto found = documents_.find(uri);
    if (found == documents_.end() ||
        settings_text(options) == settings_text(*found->second.snapshot->options))
        return false;
    Snapshot next = *found->second.snapshot;
    next.options = std::make_shared<const analysis::Options>(std::move(options));
    replace(found->second, std::move(next));
    return true;
}

bool Session::close(const std::string& uri) {
    auto closed = documents_.extract(uri);
    if (closed.empty()) return false;
    closed.mapped().stop.request_stop();
    for (const Ready& ready : closed.mapped().waiting) ready(nullptr);
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
    document.snapshot = std::make_shared<const Snapshot>(std::move(snapshot));
    document.result.reset();
    document.running = false;
    if (!document.waiting.empty())
        start(document);
    else if (pushed_)
        debounce(document);
}

void Session::debounce(Document& document) {
    document.timer.expires_after(std::min<std::chrono::steady_clock::duration>(document.cost, max_debounce));
    document.timer.async_wait([this, snapshot = document.snapshot](boost::system::error_code error) {
        if (error) return;
        Document* const still = current(*snapshot);
        if (still != nullptr && !still->result && !still->running) start(*still);
    });
}

void Session::start(Document& document) {
    document.timer.cancel();
    document.running = true;
    scheduler_.run(
        [snapshot = document.snapshot, analyze = engine_.analyze]() -> std::shared_ptr<const Result> {
            if (snapshot->stop.stop_requested()) return nullptr;
            analysis::Options options = *snapshot->options;
            options.cancelled = [stop = snapshot->stop] { return stop.stop_requested(); };
            const auto begun = std::chrono::steady_clock::now();
            analysis::Analysis analysis = analyze(snapshot->source, options);
            const auto cost = std::chrono::steady_clock::now() - begun;
            return std::make_shared<const Result>(Result{snapshot, std::move(analysis), cost});
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
    const std::vector<Ready> waiting = std::exchange(document->waiting, {});
    if (!result) return;  // the analysis threw: who waits is told so by going away unanswered
    document->result = result;
    document->cost = result->cost;
    for (const Ready& ready : waiting) ready(result);
    if (pushed_) pushed_(result);
}

void Session::analyzed(const std::string& uri, Ready ready) {
    const auto found = documents_.find(uri);
    if (found == documents_.end()) return ready(nullptr);
    Document& document = found->second;
    if (document.result) return ready(document.result);
    document.waiting.push_back(std::move(ready));
    if (!document.running) start(document);
}

}  // namespace session
