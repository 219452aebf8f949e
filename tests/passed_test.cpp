// What compiled code of one file passes to a function of another.
#include "analysis/values/declared/passed.h"

#include <doctest/doctest.h>

#include <string>

using values::Kind;
using values::Passed;

TEST_CASE("what is passed is read as it was spelled") {
    const Passed passed{.function = "Encoder.scaled",
                        .arguments = {{"x", {.kind = Kind::tensor, .dtype = torch::Dtype::boolean, .rank = 2}},
                                      {"n", {.kind = Kind::number, .likely = true}}}};
    const Passed read = values::read_passed(values::spelled(passed));
    CHECK(read.function == "Encoder.scaled");
    REQUIRE(read.arguments.size() == 2);
    CHECK(read.arguments[0].first == "x");
    CHECK(read.arguments[0].second.dtype == torch::Dtype::boolean);
    CHECK(read.arguments[0].second.rank == 2);
    CHECK(read.arguments[1].second.is(Kind::number));
    CHECK(read.arguments[1].second.likely);
    CHECK(values::spelled(read) == values::spelled(passed));
}

TEST_CASE("what says nothing of arguments is the name alone") {
    CHECK(values::spelled(Passed{.function = "f", .arguments = {}}) == "f");
    for (const std::string text : {"f", "f()", "f(x)", "f(x=)", "f(x=7)", "f(x=7.3.2.0.0)", "f(x=99.3.2.0)",
                                   "f(x=7.99.2.0)", "f(x=7.3.999.0)", "f(x=a.b.c.d,=,)", "f(x=7.3.2.0"}) {
        CAPTURE(text);
        const Passed read = values::read_passed(text);
        CHECK(read.function == "f");
        CHECK(read.arguments.empty());
    }
}
