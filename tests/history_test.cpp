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
