#include "server/lsp/settings.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using rpc::Json;
using Words = std::vector<std::string>;

TEST_CASE("the settings of a client are those of the configuration files") {
    const config::Settings settings = lsp::read_settings(
        {{"torchVersion", "2.9"}, {"pythonVersion", "3.12"}, {"select", {"GM2", "GM301"}}, {"entries", {"functions"}}});
    CHECK(settings.torch == analysis::Version{2, 9});
    CHECK(settings.python == analysis::Version{3, 12});
    CHECK(settings.select == Words{"GM2", "GM301"});
    CHECK(settings.entries == Words{"functions"});
    CHECK(!settings.ignore);
    CHECK(lsp::read_settings({{"severity", {{"GM4", "error"}}}}).severity ==
          analysis::Severities{{"GM4", rules::Severity::error}});
}

TEST_CASE("lists may be written as on the command line") {
    const config::Settings settings = lsp::read_settings(
        {{"graphmend", {{"select", "GM1, GM2 ,GM3"}, {"entries", "compile,functions"}, {"ignore", ""}}}});
    CHECK(settings.select == Words{"GM1", "GM2", "GM3"});
    CHECK(settings.entries == Words{"compile", "functions"});
    CHECK(settings.ignore == Words{});
}

TEST_CASE("settings that make no sense say nothing") {
    for (const Json& json : {Json(), Json(5), Json::array(), Json{{"torchVersion", "new"}},
                             Json{{"torchVersion", 2.13}}, Json{{"entries", "everything"}}, Json{{"select", {1, 2}}},
                             Json{{"select", nullptr}}, Json{{"severity", {{"GM4", "loud"}}}}, Json{{"other", 1}}}) {
        CAPTURE(json.dump());
        const config::Settings settings = lsp::read_settings(json);
        CHECK(!settings.torch);
        CHECK(!settings.select);
        CHECK(!settings.entries);
        CHECK(!settings.severity);
    }
}
