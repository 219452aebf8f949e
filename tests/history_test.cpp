#include "server/confirm/history.h"

#include "server/files/read.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include <stdlib.h>

namespace {

const std::string before = "import torch\ndef step(x):\n    if x.sum() > 0:\n        x = helper(x)\n    return x\n";

// As `confirm::keep` writes it: one run whose file is not like any text here, one whose file is `before`.
std::string file_for(const std::string& hash) {
    const std::string finding =
        R"j({"code": "GM101", "function": "step", "line": 3, "text": "if x.sum() > 0:", "note": )j";
    const std::string call =
        R"j({"code": "", "function": "step", "line": 4, "text": "x = helper(x)", "note": "only at run time: a call"})j";
    return R"j({"runs": [{"environment": "2.13", "hash": ")j" + hash + R"j(", "records": [)j" + finding +
           R"j("confirmed on torch 2.13"}, )j" + call + R"j(]}, {"environment": "2.9", "hash": "-", "records": [)j" +
           finding + R"j("did not break on torch 2.9"}]}]})j";
}

std::string hash_of(const std::string& text) { return files::to_string(files::hash_of(text)); }

rules::Finding finding_at(const std::string& text, std::string_view what) {
    rules::Finding finding;
    finding.code = "GM101";
    finding.function = "step";
    const auto begin = static_cast<std::uint32_t>(text.find(what));
    finding.span = {begin, begin + static_cast<std::uint32_t>(what.size())};
    return finding;
}

confirm::Notes notes_of(const confirm::Kept& kept, const std::string& text, std::string_view what) {
    const text::Source source("m.py", text);
    const rules::Finding finding = finding_at(text, what);
    return kept.notes(source, {&finding, 1});
}

struct Folder {
    std::string path = (std::filesystem::temp_directory_path() / "graphmend-XXXXXX").string();
    Folder() { REQUIRE(::mkdtemp(path.data()) != nullptr); }
    ~Folder() { std::filesystem::remove_all(path); }
};

}  // namespace

TEST_CASE("what was confirmed moves with its line, ages with the file, and is told for each environment") {
    const auto kept = confirm::Kept::parse(file_for(hash_of(before)));
    REQUIRE(kept);
    const auto same = notes_of(*kept, before, "x.sum() > 0");
    CHECK(same.findings.front() == "confirmed on torch 2.13; did not break on torch 2.9, before the last edits");
    REQUIRE(same.only_at_run_time.size() == 1);
    CHECK(same.only_at_run_time.front().line == 4);
    CHECK(same.only_at_run_time.front().text == "only at run time: a call");

    const auto moved = notes_of(*kept, "# new\n" + before, "x.sum() > 0");
    CHECK(moved.findings.front().starts_with("confirmed on torch 2.13, before the last edits; "));
    REQUIRE(moved.only_at_run_time.size() == 1);
    CHECK(moved.only_at_run_time.front().line == 5);
    CHECK(moved.only_at_run_time.front().text == "only at run time: a call, before the last edits");

    const std::string edited = "def step(x):\n    if x.max() > 0:\n        x = other(x)\n    return x\n";
    const auto stale = notes_of(*kept, edited, "x.max() > 0");
    CHECK(stale.findings.front().starts_with("confirmed on torch 2.13, before this line was edited; "));
    CHECK(stale.only_at_run_time.empty());
}

TEST_CASE("what is kept is damaged without harm") {
    const std::string whole = file_for(hash_of(before));
    for (std::size_t size = 0; size < whole.size(); ++size) CHECK_FALSE(confirm::Kept::parse(whole.substr(0, size)));
    for (const char* text : {"[]", "{}", R"({"runs": 3})", R"({"runs": [3]})", R"({"runs": [{"hash": 1}]})"})
        CHECK_FALSE(confirm::Kept::parse(text));
}

TEST_CASE("what is kept is read when somebody asks first, and when it has changed") {
    const Folder folder;
    const text::Source source("/nowhere/m.py", before);
    const rules::Finding finding = finding_at(before, "x.sum() > 0");
    const auto note = [&](confirm::Notebook& notebook) {
        return notebook.notes(source, {&finding, 1}).findings.front();
    };
    const std::string name = "confirmed-" + hash_of("/nowhere/m.py") + ".json";

    confirm::Notebook notebook(folder.path);
    CHECK(note(notebook).empty());
    REQUIRE_FALSE(files::write(folder.path + "/" + name, file_for(hash_of(before))));
    CHECK(note(notebook).empty());  // nobody has looked again
    CHECK(notebook.refresh() == std::set<std::string>{"/nowhere/m.py"});
    CHECK(note(notebook).starts_with("confirmed on torch 2.13; "));
    CHECK(notebook.refresh().empty());

    std::filesystem::remove(folder.path + "/" + name);
    CHECK_FALSE(note(notebook).empty());
    CHECK(notebook.refresh().size() == 1);
    CHECK(note(notebook).empty());

    confirm::Notebook nowhere("");
    CHECK(note(nowhere).empty());
}

namespace {

// Two environments ran `before`, a third one another text.
std::string file_with_evidence() {
    const auto ran = [](const std::string& hash, int held, int failed) {
        return R"j({"environment": "e", "hash": ")j" + hash + R"j(", "observed": [{"code": "GM101", "function": "step",
            "line": 3, "test": "y.shape == x.shape", "held": )j" +
               std::to_string(held) + R"j(, "failed": )j" + std::to_string(failed) + R"j(, "runs": 1, "refuted": ")j" +
               (failed > 0 ? "y is None" : "") + R"j("}]})j";
    };
    const std::string hash = hash_of(before);
    return R"j({"path": "/m.py", "runs": [)j" + ran(hash, 3, 0) + ", " + ran(hash, 4, 0) + ", " + ran("-", 1, 2) + "]}";
}

transforms::Proposal proposal_that_assumes(std::string_view other) {
    transforms::Fix fix{.title = "choose (assumes that `y` has the shape of `x`)",
                        .safety = transforms::Safety::unsafe,
                        .assumes = "`y` has the shape of `x`",
                        .assumed = {transforms::proof::same_shape("y", other)},
                        .measurable = true};
    return {.fixes = {std::move(fix)}};
}

}  // namespace

TEST_CASE("what runs of one text have shown of an assumption is added up, and told with the fix") {
    const auto kept = confirm::Kept::parse(file_with_evidence());
    REQUIRE(kept);
    const text::Source source("m.py", before);
    const rules::Finding finding = finding_at(before, "x.sum() > 0");
    transforms::Proposal proposal = proposal_that_assumes("x");
    kept->evidence(source).weigh(proposal, finding, source);
    REQUIRE(proposal.fixes.size() == 1);
    CHECK(proposal.fixes[0].title == "choose (assumes that `y` has the shape of `x`, as in 7 calls of 2 runs)");

    proposal.fixes[0].measurable = false;
    kept->evidence(source).weigh(proposal, finding, source);
    CHECK(proposal.fixes[0].title.ends_with("; what a run can tell of it holds, as in 7 calls of 2 runs)"));

    transforms::Proposal other = proposal_that_assumes("z");
    kept->evidence(source).weigh(other, finding, source);
    CHECK(other.fixes[0].evidence.empty());  // nobody asked that

    const text::Source edited("m.py", before + "\n");
    transforms::Proposal later = proposal_that_assumes("x");
    kept->evidence(edited).weigh(later, finding, edited);
    CHECK(later.fixes[0].evidence.empty());
}

TEST_CASE("what a run has refuted is taken out, in a text that other fixes have changed as well") {
    const confirm::Evidence evidence({{.code = "GM101",
                                       .function = "step",
                                       .line = 3,
                                       .test = "y.shape == x.shape",
                                       .held = 9,
                                       .failed = 2,
                                       .runs = 1,
                                       .refuted = "y is None"}});
    const rules::Finding finding = finding_at(before, "x.sum() > 0");
    const rules::Finding below = finding_at(before, "helper(x)");
    const text::Source source("m.py", before);
    const auto left = [&](const rules::Finding& at, bool is_as_seen) {
        transforms::Proposal proposal = proposal_that_assumes("x");
        evidence.weigh(proposal, at, source, is_as_seen);
        CHECK(proposal.fixes.empty() == proposal.declined.has_value());
        return proposal.fixes.size();
    };
    CHECK(left(finding, true) == 0);
    CHECK(left(below, true) == 1);  // another statement
    CHECK(left(below, false) == 0);
}

TEST_CASE("evidence that is damaged is none") {
    const std::string whole = file_with_evidence();
    for (std::size_t size = 0; size < whole.size(); ++size) CHECK_FALSE(confirm::Kept::parse(whole.substr(0, size)));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = whole;
        text.replace(text.find(from), from.size(), to);
        return confirm::Kept::parse(text).has_value();
    };
    CHECK(with("\"held\": 3", "\"held\": 5"));
    CHECK_FALSE(with("\"held\": 3", "\"held\": \"5\""));
    CHECK_FALSE(with("\"runs\": 1", "\"run\": 1"));
}
