// Whoever wants no analysis any more is heard soon: how often it asks is counted, not how long it takes.
#include "analysis/analyze.h"
#include "transforms/transforms.h"

#include <doctest/doctest.h>

#include <array>
#include <random>
#include <string>

namespace {

constexpr int size = 100;

struct Long {
    const char* name;
    const char* before;  // `#` is the number of the part
    const char* part;
    const char* behind;
};

constexpr std::string_view helper = "def helper(x, by):\n    return torch.relu(x) + by\n\n";

// Each is one thing that may be as long as a file.
constexpr std::array programs{
    Long{"functions", "", "@torch.compile\ndef f#(x: torch.Tensor):\n    return x + 1 if x.sum() > 0 else x\n", ""},
    Long{"statements", "@torch.compile\ndef f(x: torch.Tensor):\n", "    x = helper(x, #) * 2\n",
         "    return x.item()\n"},
    Long{"branches", "@torch.compile\ndef f(x: torch.Tensor):\n", "    if x.sum() > #:\n        x = x + #\n",
         "    return x\n"},
    Long{"arms", "@torch.compile\ndef f(x: torch.Tensor):\n    if x.sum() > 0:\n        x = x + 1\n",
         "    elif x.sum() > #:\n        x = x + #\n", "    return x\n"},
    Long{"calls in an expression", "@torch.compile\ndef f(x: torch.Tensor):\n    return [\n", "        helper(x, #),\n",
         "    ], x.item()\n"},
    Long{"methods", "class Model(torch.nn.Module):\n",
         "    def m#(self, x):\n        self.a# = x\n        return x.item()\n",
         "    def forward(self, x):\n        return self.m1(x)\n"},
    Long{"statements of the module", "", "y# = helper(torch.ones(#), 1)\n",
         "@torch.compile\ndef f(x):\n    return x.item()\n"},
};

std::shared_ptr<const text::Source> source_of(const Long& program) {
    std::string text = "import torch\n\n" + std::string(helper) + program.before;
    for (int i = 1; i <= size; ++i)
        for (const char c : std::string_view(program.part)) text += c == '#' ? std::to_string(i) : std::string(1, c);
    return std::make_shared<text::Source>("long.py", text + program.behind);
}

// Says yes from the given question on.
struct Cancellation {
    int at;
    int asked = 0;
    [[nodiscard]] analysis::Options options() {
        analysis::Options options;
        options.cancelled = [this] { return ++asked >= at; };
        return options;
    }
};
constexpr int never = 1 << 30;

}  // namespace

TEST_CASE("an analysis asks whether it is wanted at every statement, and little more once it is not") {
    for (const Long& program : programs) {
        CAPTURE(program.name);
        const auto source = source_of(program);
        Cancellation whole{never};
        const analysis::Analysis analysis = analysis::analyze(source, whole.options());
        CHECK(!analysis.findings().empty());
        CHECK(whole.asked > size / 2);  // calls that differ in little are interpreted as one
        for (const int at : {1, 2, whole.asked / 3, whole.asked - 1}) {
            Cancellation early{at};
            static_cast<void>(analysis::analyze(source, early.options()));
            CHECK(early.asked <= at + 2 * size);  // once for each function that is left
        }
    }
}

TEST_CASE("fixes of which nobody wants to know end as well, wherever they are") {
    std::mt19937 random(3);
    for (const Long& program : programs) {
        CAPTURE(program.name);
        const auto source = source_of(program);
        Cancellation before{0};
        CHECK(transforms::fix(source, before.options(), {.unsafe = true}).applied.empty());
        for (int round = 0; round < 5; ++round) {
            Cancellation some{1 + static_cast<int>(random() % (20 * size))};
            static_cast<void>(transforms::fix(source, some.options(), {.unsafe = true}));
            CHECK(some.asked <= some.at + 4 * size);
        }
    }
}
