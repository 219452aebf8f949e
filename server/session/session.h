// The open documents, and what is known about them. The one place that decides when an analysis runs: an edit stops the
// one before it, results of older text are dropped, and nobody hears of a document that is closed. Used by lsp/ on the
// writer's thread.
#pragma once

#include "server/session/document.h"
#include "server/session/scheduler.h"
#include "server/session/snapshot.h"
#include "transforms/fix.h"

#include <boost/asio/steady_timer.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace session {

// What the server asks of the layers below; tests hand in their own.
struct Engine {
    std::function<analysis::Analysis(std::shared_ptr<const text::Source>, const analysis::Options&)> analyze;
    std::function<transforms::Proposal(const analysis::Analysis&, const rules::Finding&)> propose;
    std::function<transforms::Fixed(std::shared_ptr<const text::Source>, const analysis::Options&, bool unsafe)> fix;
};

class Session {
  public:
    // A push waits as long as the last analysis took, so that typing costs at most half of a core, but never longer.
    static constexpr std::chrono::milliseconds max_debounce{150};

    using Ready = std::function<void(std::shared_ptr<const Result>)>;

    Session(boost::asio::io_context& writer, Engine engine, Scheduler::Failed failed);
    ~Session();

    // From now on each document is analysed without being asked, and `ready` hears of every result that is still true.
    void push_to(Ready ready) { pushed_ = std::move(ready); }

    void open(const std::string& uri, std::shared_ptr<const text::Source> source, int version,
              analysis::Options options);
    bool change(const std::string& uri, int version, std::span<const Change> changes,
                text::Unit unit);                                       // false: not open
    bool configure(const std::string& uri, analysis::Options options);  // false: not open, or nothing new
    bool close(const std::string& uri);

    [[nodiscard]] std::shared_ptr<const Snapshot> find(const std::string& uri) const;  // null: not open
    [[nodiscard]] std::vector<std::shared_ptr<const Snapshot>> open_documents() const;
    [[nodiscard]] const Engine& engine() const { return engine_; }

    // Calls `ready` with the result for the newest text: the text of now, or of an edit that comes before the result
    // does. With null if the document is not open, or closed meanwhile.
    void analyzed(const std::string& uri, Ready ready);

    // On the pool, on what `work` captured; `done` is called on the writer.
    template <class Work, class Done>
    void run(Work work, Done done) {
        scheduler_.run(std::move(work), std::move(done));
    }

  private:
    struct Document;

    void replace(Document& document, Snapshot snapshot);
    void debounce(Document& document);
    void start(Document& document);
    void finished(const std::shared_ptr<const Snapshot>& snapshot, std::shared_ptr<const Result> result);
    [[nodiscard]] Document* current(const Snapshot& snapshot);

    boost::asio::io_context& writer_;
    Engine engine_;
    Ready pushed_;
    std::unordered_map<std::string, Document> documents_;
    Scheduler scheduler_;  // last: its threads end before anything else does
};

}  // namespace session
