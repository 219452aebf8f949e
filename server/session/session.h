// The open documents, and what is known about them. The one place that decides when an analysis runs: an edit stops the
// one before it, results of older text are dropped, and nobody hears of a document that is closed. Used by lsp/ on the
// writer's thread.
#pragma once

#include "server/session/document.h"
#include "server/session/scheduler.h"
#include "server/session/snapshot.h"
#include "transforms/transforms.h"

#include <boost/asio/steady_timer.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace session {

// What the server asks of the layers below; tests hand in their own.
using Analyze = std::function<analysis::Analysis(std::shared_ptr<const text::Source>, const analysis::Options&)>;

struct Engine {
    Analyze analyze;
    std::function<transforms::Proposal(const analysis::Analysis&, const rules::Finding&)> propose;
    std::function<transforms::Fixed(std::shared_ptr<const text::Source>, const analysis::Options&,
                                    const transforms::Choice&)>
        fix;
    std::shared_ptr<confirm::Notebook> notebook = std::make_shared<confirm::Notebook>("");
};

// What can be done about a finding of the result; nothing about one that is in another file.
[[nodiscard]] transforms::Proposal proposal(const Engine& engine, const Result& result, const rules::Finding& finding);

class Session {
  public:
    // Between two pushes is a rest as long as the last analysis took, so that typing costs at most half of a core, but
    // never longer.
    static constexpr std::chrono::milliseconds max_debounce{150};

    // Those who depend on a document that is edited wait until its author pauses.
    static constexpr std::chrono::milliseconds pause{300};
    static constexpr std::chrono::seconds between_looks{1};

    using Ready = std::function<void(std::shared_ptr<const Result>)>;

    Session(boost::asio::io_context& writer, Engine engine, Scheduler::Failed failed);
    ~Session();

    // From now on each document is analysed without being asked, and `ready` hears of every result that is still true.
    void push_to(Ready ready) { pushed_ = std::move(ready); }
    // `stale` is called when results are not true any more, although nobody edited their documents.
    void tell_of_stale(std::function<void()> stale) { stale_ = std::move(stale); }

    // `packages`: see modules::Modules.
    void open(const std::string& uri, std::shared_ptr<const text::Source> source, int version,
              analysis::Options options, modules::Roots packages = {});
    bool change(const std::string& uri, int version, std::span<const Change> changes,
                text::Unit unit);  // false: not open
    bool configure(const std::string& uri, analysis::Options options,
                   modules::Roots packages = {});  // false: not open, or nothing new
    bool close(const std::string& uri);
    // Looks at the disk again, and makes the results anew that rest on something that is not so any more.
    void refresh();
    // Does so now and then. `moved` is called when files came or went.
    void watch(std::function<void()> moved);

    [[nodiscard]] std::shared_ptr<const Snapshot> find(const std::string& uri) const;  // null: not open
    [[nodiscard]] std::vector<std::shared_ptr<const Snapshot>> open_documents() const;
    [[nodiscard]] const Engine& engine() const { return engine_; }

    // Calls `ready` with the result for the newest text: the text of now, or of an edit that comes before the result
    // does. With null if the document is not open, or closed meanwhile.
    void analyzed(const std::string& uri, Ready ready);
    // With the result for the text of now, or with null as soon as it is edited.
    void analyzed_unless_edited(const std::string& uri, Ready ready);

    // On a pool, on what `work` captured; `done` is called on the writer.
    template <class Work, class Done>
    void run(Pace pace, Work work, Done done) {
        scheduler_.run(pace, std::move(work), std::move(done));
    }

  private:
    struct Document;

    [[nodiscard]] std::shared_ptr<modules::Modules> modules_for(const modules::Roots& packages);
    [[nodiscard]] std::vector<std::shared_ptr<modules::Modules>> all_modules();
    void replace(Document& document, Snapshot snapshot);
    void debounce(Document& document, std::chrono::steady_clock::duration at_least = {});
    void changed(const std::string& path);
    void recheck();
    void outdate(Document& document);
    void start(Document& document);
    void wait(const std::string& uri, Ready ready, std::vector<Ready> Document::*list);
    void finished(const std::shared_ptr<const Snapshot>& snapshot, std::shared_ptr<const Result> result);
    [[nodiscard]] Document* current(const Snapshot& snapshot);

    boost::asio::io_context& writer_;
    Engine engine_;
    Ready pushed_;
    std::function<void()> stale_, moved_;
    boost::asio::steady_timer stale_timer_;
    std::map<modules::Roots, std::weak_ptr<modules::Modules>> modules_;
    bool refreshing_ = false;
    std::uint64_t news_ = 0;  // how often something changed that results may rest on
    std::unordered_map<std::string, Document> documents_;
    Scheduler scheduler_;  // last: its threads end before anything else does
};

}  // namespace session
