#include "server/lsp/settings.h"

#include <doctest/doctest.h>

using rpc::Json;

TEST_CASE("settings are laid over the options that are there") {
    analysis::Options before;
    before.ignore = {"GM1"};
    const analysis::Options options = lsp::with_settings(
        before, {{"torchVersion", "2.9"}, {"pythonVersion", "3.12"}, {"select", {"GM2", "GM301"}}, {"entries", {"functions"}}});
    CHECK(options.torch == analysis::Version{2, 9});
    CHECK(options.python == analysis::Version{3, 12});
    CHECK(options.select == std::vector<std::string>{"GM2", "GM301"});
    CHECK(options.ignore == std::vector<std::string>{"GM1"});
    CHECK(!options.entries_compile);
    CHECK(!options.entries_forward);
    CHECK(options.entries_functions);
}

TEST_CASE("lists may be written as on the command line") {
    const analysis::Options options = lsp::with_settings({}, {{"graphmend", {{"select", "GM1, GM2 ,GM3"}, {"entries", "compile,functions"}}}});
    CHECK(options.select == std::vector<std::string>{"GM1", "GM2", "GM3"});
    CHECK(options.entries_compile);
    CHECK(!options.entries_forward);
    CHECK(options.entries_functions);
}

TEST_CASE("settings that make no sense change nothing") {
    analysis::Options before;
    before.select = {"GM1"};
    for (const Json& settings : {Json(), Json(5), Json::array(), Json{{"torchVersion", "new"}}, Json{{"torchVersion", 2.13}},
                                 Json{{"entries", "everything"}}, Json{{"select", {1, 2}}}, Json{{"select", nullptr}}, Json{{"other", 1}}}) {
        CAPTURE(settings.dump());
        const analysis::Options after = lsp::with_settings(before, settings);
        CHECK(after.torch == before.torch);
        CHECK(after.select == before.select);
        CHECK(after.entries_forward == before.entries_forward);
    }
}
