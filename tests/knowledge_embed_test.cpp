// The build step that turns rows into tables: what it refuses, and how it puts files together.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace {

// Runs it on files of the test's own.
class Embedding {
  public:
    Embedding() : folder_(std::filesystem::temp_directory_path() / "graphmend-knowledge-test") {
        std::filesystem::create_directories(folder_);
        write("releases.json", "[\"2.13\"]");
        write("breaks.json", "[\n{\"id\": \"GB0001\", \"type\": \"t\", \"explanation\": \"e\", \"hints\": \"\"}\n]\n");
        write("generated.json", "[\n]\n");
        write("hand.json", "[\n]\n");
    }
    ~Embedding() { std::filesystem::remove_all(folder_); }
    Embedding(const Embedding&) = delete;
    Embedding& operator=(const Embedding&) = delete;

    void write(const std::string& file, const std::string& text) const { std::ofstream(folder_ / file) << text; }

    // What it wrote, or what it said when it refused.
    [[nodiscard]] std::string run() const {
        const auto path = [&](const char* file) { return " '" + (folder_ / file).string() + "'"; };
        const std::string command = std::string("'") + TORCH_EMBED + "'" + path("out.cpp") + path("releases.json") +
                                    path("breaks.json") + path("generated.json") + " --by-hand" + path("hand.json") +
                                    " 2>" + path("errors");
        const bool passed = std::system(command.c_str()) == 0;
        std::ifstream in(folder_ / (passed ? "out.cpp" : "errors"));
        return {std::istreambuf_iterator<char>(in), {}};
    }

  private:
    std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("the build step refuses what it does not understand, by file and line") {
    const std::map<std::string, std::string> bad{
        {R"({"name": "a", "brake": "GB0001"})", "hand.json:2: unknown key 'brake'"},
        {R"({"name": "a", "gives": "tensr"})", "hand.json:2: 'tensr' is not understood"},
        {R"({"name": "a", "gives": "tensor same boolean"})", "hand.json:2: 'boolean' is not understood"},
        {R"({"name": "a", "gives": "tensor reduce"})", "hand.json:2: 'reduce' needs to know its argument"},
        {R"({"name": "a", "break": "GB0002", "rule": "GM501", "when": "always"})",
         "hand.json:2: unknown break 'GB0002'"},
        {R"({"name": "a", "break": "GB0001", "rule": "GM999", "when": "always"})", "hand.json:2: unknown rule 'GM999'"},
        {R"({"name": "a", "break": "GB0001", "when": "always"})", "hand.json:2: 'break' and 'rule' come together"},
        {R"({"name": "a", "break": "GB0001", "rule": "GM501"})", "hand.json:2: a break needs a 'when'"},
        {R"({"name": "a", "break": "GB0001", "rule": "GM501", "when": "given_argument"})",
         "hand.json:2: 'given_argument' needs an 'argument'"},
        {R"({"name": "a", "role": "king"})", "hand.json:2: unknown role 'king'"},
        {R"({"name": "a", "traits": ["pure", "nice"]})", "hand.json:2: unknown traits 'nice'"},
        {R"({"name": "a", "value": 1})", "hand.json:2: 'value' is neither true nor false"},
        {R"({"name": "a", "since": "2"})", "hand.json:2: '2' is not a release"},
        {R"({"name": "a", "base": "b"})", "hand.json:2: the base 'b' has no row"},
        {R"({"name": "a", "alias": "b"})", "hand.json:2: 'a' stands for 'b', which has no row"},
        {R"({"name": "a", "alias": "a"})", "hand.json:2: 'a' is an alias of itself"},
        {R"({"gives": "tensor"})", "hand.json:2: a row needs a name"},
        {R"({"name": 7})", "hand.json:2: a row needs a name"},
        {R"({"name": "a", "gives": ["tensor"]})", "hand.json:2: 'gives' is not a text"},
        {R"({"name": "a", "with": {"dim@0": "tensr"}})", "hand.json:2: unknown gives 'tensr'"},
        {R"({"name": "a", "break": "GB0001", "rule": "GM501", "when": "computed_tensor"})",
         "hand.json:2: 'computed_tensor' and 'numbers' come together"},
        {R"({"name": "a", "also": [{"role": "print"}]})", "hand.json:2: 'role' does not belong into 'also'"},
        {R"({"name": "a", "name": "b"})", "hand.json:2: key 'name' appears twice"},
        {"nonsense", "hand.json:2: a row is a JSON object"},
        {"{\"name\": \"b\"},\n{\"name\": \"a\"}", "hand.json:3: 'a' belongs before 'b'"},
        {"{\"name\": \"a\"},\n{\"name\": \"a\"}", "hand.json:3: 'a' is also at hand.json:2"},
        {"{\"name\": \"a\"}\n{\"name\": \"b\"}", "hand.json:3: the rows of a list have one comma between them"},
    };
    const Embedding embedding;
    for (const auto& [rows, message] : bad) {
        CAPTURE(rows);
        embedding.write("hand.json", "[\n" + rows + "\n]\n");
        CHECK(embedding.run().find(message) != std::string::npos);
    }
    embedding.write("hand.json", "[\n{\"name\": \"a\"}\n");
    CHECK(embedding.run().find("hand.json: is not one list of rows") != std::string::npos);
}

TEST_CASE("rows by hand win over generated ones, cell by cell and release by release, and give a reason") {
    const Embedding embedding;
    embedding.write("generated.json", "[\n{\"name\": \"a\", \"gives\": \"tensor\", \"role\": \"random\"}\n]\n");
    embedding.write("hand.json", "[\n{\"name\": \"a\", \"gives\": \"tensors\", \"since\": \"2.14\"}\n]\n");
    CHECK(embedding.run().find("hand.json:2: 'gives' of 'a' differs from what is generated and needs a 'why'") !=
          std::string::npos);

    embedding.write("hand.json",
                    "[\n{\"name\": \"a\", \"gives\": \"tensors\", \"since\": \"2.14\", \"why\": \"of several\"}\n]\n");
    const std::string written = embedding.run();
    CHECK(written.find("{.name = {\"a\", 1}, .gives = Gives::tensor, .role = Role::random, .until = {2, 14}, }") !=
          std::string::npos);
    CHECK(written.find("{.name = {\"a\", 1}, .gives = Gives::tensors, .role = Role::random, .since = {2, 14}, }") !=
          std::string::npos);

    embedding.write("hand.json", "[\n{\"name\": \"a\", \"role\": null, \"why\": \"not at all\"}\n]\n");
    CHECK(embedding.run().find("{.name = {\"a\", 1}, .gives = Gives::tensor, }") != std::string::npos);
}
