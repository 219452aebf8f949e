#include "server/session/session.h"

#include "analysis/values/program.h"

#include "tests/lsp/marker_engine.h"

#include <doctest/doctest.h>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

namespace {

using Results = std::vector<std::shared_ptr<const session::Result>>;

struct Fixture {
    lsp_tests::MarkerEngine engine;
    boost::asio::io_context writer;
    int failures = 0;
    session::Session session{writer, engine.engine(), [this](std::exception_ptr) { ++failures; }};
    Results pushed;

    void push() {
        session.push_to([this](std::shared_ptr<const session::Result> result) { pushed.push_back(std::move(result)); });
    }
    void settle() {
        writer.restart();
        writer.run();
    }
    void open(const std::string& uri, int version, std::string text) {
        session.open(uri, std::make_shared<text::Source>(uri, std::move(text)), version, {});
    }
    void type(const std::string& uri, int version, std::string text) {
        const session::Change change{.range = session::Range{}, .text = std::move(text)};
        REQUIRE(session.change(uri, version, {&change, 1}, text::Unit::utf16));
    }
};

}  // namespace

TEST_CASE_FIXTURE(Fixture, "each document is analysed without being asked when results are pushed") {
    push();
    open("a", 1, "BREAK");
    open("b", 5, "");
    settle();
    REQUIRE(pushed.size() == 2);
    for (const auto& result : pushed) {
        const bool first = result->snapshot->uri == "a";
        CHECK(result->snapshot->version == (first ? 1 : 5));
        CHECK(result->analysis.findings().size() == (first ? 1 : 0));
    }
}

TEST_CASE_FIXTURE(Fixture, "nothing is analysed that nobody asked for when results are pulled") {
    open("a", 1, "BREAK");
    settle();
    CHECK(engine.analyses == 0);
    Results results;
    const auto remember = [&](std::shared_ptr<const session::Result> result) { results.push_back(std::move(result)); };
    session.analyzed("a", remember);
    session.analyzed("a", remember);
    settle();
    session.analyzed("a", remember);
    CHECK(results.size() == 3);
    CHECK(engine.analyses == 1);
}

TEST_CASE_FIXTURE(Fixture, "a burst of edits is one analysis") {
    push();
    open("a", 0, "");
    for (int version = 1; version <= 1000; ++version) type("a", version, "x");
    settle();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed.front()->snapshot->version == 1000);
    CHECK(pushed.front()->snapshot->source->text() == std::string(1000, 'x'));
    CHECK(engine.analyses == 1);
}

TEST_CASE_FIXTURE(Fixture, "an edit stops the analysis of the text before it, and who waits gets the newer result") {
    open("a", 1, "SLOW");
    Results results;
    session.analyzed("a", [&](std::shared_ptr<const session::Result> result) { results.push_back(std::move(result)); });
    while (engine.analyses == 0) std::this_thread::yield();
    const session::Change change{.range = {}, .text = "BREAK"};
    session.change("a", 2, {&change, 1}, text::Unit::utf16);
    settle();
    REQUIRE(results.size() == 1);
    CHECK(results.front()->snapshot->version == 2);
    CHECK(engine.cancelled == 1);
}

TEST_CASE_FIXTURE(Fixture, "nobody hears of a document that was closed, not even after it is opened again") {
    push();
    open("a", 1, "SLOW BREAK");
    Results results;
    session.analyzed("a", [&](std::shared_ptr<const session::Result> result) { results.push_back(std::move(result)); });
    while (engine.analyses == 0) std::this_thread::yield();
    CHECK(session.close("a"));
    CHECK(results == Results{nullptr});
    CHECK(!session.close("a"));
    CHECK(session.find("a") == nullptr);
    settle();
    CHECK(pushed.empty());
    open("a", 1, "fine");
    settle();
    REQUIRE(pushed.size() == 1);
    CHECK(pushed.front()->analysis.findings().empty());
}

TEST_CASE_FIXTURE(Fixture, "other options make other results of the same text") {
    push();
    open("a", 3, "BREAK MAYBE");
    settle();
    analysis::Options options;
    options.ignore = {"GM101"};
    CHECK(session.configure("a", options));
    CHECK(!session.configure("a", options));
    CHECK(!session.configure("b", options));
    settle();
    REQUIRE(pushed.size() == 2);
    CHECK(pushed[1]->snapshot->version == 3);
    CHECK(pushed[0]->analysis.findings().size() == 2);
    CHECK(pushed[1]->analysis.findings().size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "an analysis that throws is reported, and the next one works") {
    push();
    open("a", 1, "THROW");
    bool answered = false;
    session.analyzed("a", [&](const auto&) { answered = true; });
    settle();
    CHECK(failures == 1);
    CHECK(!answered);
    type("a", 2, "BREAK ");
    CHECK(session.close("a"));
    open("a", 3, "BREAK");
    settle();
    CHECK(pushed.size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "a document that is not open has no result, and no edits") {
    Results results;
    session.analyzed("a", [&](std::shared_ptr<const session::Result> result) { results.push_back(std::move(result)); });
    CHECK(results == Results{nullptr});
    CHECK(!session.change("a", 1, {}, text::Unit::utf16));
}

TEST_CASE_FIXTURE(Fixture, "who asks about the text of now hears of an edit at once, and of options not at all") {
    open("a", 1, "SLOW");
    Results results;
    const auto remember = [&](std::shared_ptr<const session::Result> result) { results.push_back(std::move(result)); };
    session.analyzed_unless_edited("a", remember);
    while (engine.analyses == 0) std::this_thread::yield();
    type("a", 2, "BREAK ");
    CHECK(results == Results{nullptr});
    session.analyzed_unless_edited("a", remember);
    analysis::Options options;
    options.ignore = {"GM101"};
    session.configure("a", options);
    CHECK(results.size() == 1);
    const session::Change change{.range = {}, .text = ""};
    session.change("a", 3, {&change, 1}, text::Unit::utf16);
    CHECK(results == Results{nullptr, nullptr});
    session.analyzed_unless_edited("a", remember);
    settle();
    REQUIRE(results.size() == 3);
    CHECK(results.back()->snapshot->version == 3);
}

TEST_CASE_FIXTURE(Fixture, "quick work does not wait for slow work, however much there is") {
    for (unsigned i = 0; i < 2 * session::Scheduler::max_threads; ++i) {
        open(std::to_string(i), 1, "SLOW");
        session.analyzed(std::to_string(i), [](const auto&) {});
    }
    bool done = false;
    session.run(
        session::Pace::quick, [] { return 1; }, [&](std::optional<int> one) { done = one == 1; });
    while (!done) writer.run_one();
    CHECK(engine.cancelled == 0);
    for (unsigned i = 0; i < 2 * session::Scheduler::max_threads; ++i) session.close(std::to_string(i));
    settle();
}

TEST_CASE("what an analysis has made is not taken apart on the thread of the writer") {
    std::atomic<int> made = 0, gone = 0, gone_here = 0;
    const auto let_go = [&, writer = std::this_thread::get_id()](const text::Source* source) {
        gone_here += std::this_thread::get_id() == writer ? 1 : 0;
        delete source;
        ++gone;
    };
    session::Engine engine = lsp_tests::MarkerEngine().engine();
    engine.analyze = [&](const std::shared_ptr<const text::Source>& source, const analysis::Options&) {
        ++made;
        return analysis::Analysis({new text::Source(*source), let_go}, nullptr, {}, {});
    };
    boost::asio::io_context writer;
    int answered = 0;
    session::Session session(writer, engine, [](std::exception_ptr) {});
    for (int version = 1; version <= 20; ++version) {
        if (version % 5 == 1) session.open("a", std::make_shared<text::Source>("a", "x"), version, {});
        session.analyzed("a", [&, version](const auto&) { answered = version; });
        while (version % 2 == 0 && answered != version) {  // else it is late, and nobody wants it
            writer.restart();
            writer.run_one();
        }
        const session::Change change{.range = session::Range{}, .text = "y"};
        session.change("a", version, {&change, 1}, text::Unit::utf16);
        if (version % 5 == 0) session.close("a");
    }
    writer.restart();
    writer.run();
    while (gone < made) std::this_thread::yield();
    CHECK(made >= 10);
    CHECK(gone_here == 0);
}

TEST_CASE("a session ends while its work is under way") {
    lsp_tests::MarkerEngine engine;
    {
        boost::asio::io_context writer;
        session::Session session(writer, engine.engine(), [](std::exception_ptr) {});
        for (const char* const uri : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
            session.open(uri, std::make_shared<text::Source>(uri, "SLOW"), 1, {});
            session.analyzed(uri, [](const auto&) { FAIL("no result was expected"); });
        }
        while (engine.analyses == 0) std::this_thread::yield();
    }
    CHECK(engine.cancelled == engine.analyses);
}

TEST_CASE_FIXTURE(Fixture, "after any edits, what is pushed last is what a fresh session says of the text") {
    push();
    std::mt19937 random(7);
    open("a", 0, "");
    for (int version = 1; version <= 300; ++version) {
        const auto column = static_cast<std::uint32_t>(random() % 40);
        const session::Change change{
            .range =
                session::Range{.start = {0, column}, .end = {0, column + static_cast<std::uint32_t>(random() % 3)}},
            .text = random() % 3 == 0 ? "BREAK" : "B"};
        session.change("a", version, {&change, 1}, text::Unit::utf16);
        if (random() % 4 == 0) {
            writer.restart();
            writer.poll();
        }
    }
    settle();
    REQUIRE(!pushed.empty());
    for (std::size_t i = 1; i < pushed.size(); ++i)
        CHECK(pushed[i - 1]->snapshot->version < pushed[i]->snapshot->version);
    Fixture fresh;
    fresh.push();
    fresh.open("a", 0, std::string(session.find("a")->source->text()));
    fresh.settle();
    const auto spans = [](const session::Result& result) {
        std::vector<text::Span> list;
        for (const rules::Finding& finding : result.analysis.findings()) list.push_back(finding.span);
        return list;
    };
    CHECK(pushed.back()->snapshot->version == 300);
    CHECK(spans(*pushed.back()) == spans(*fresh.pushed.back()));
}
