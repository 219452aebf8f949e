#include "analysis/torch/knowledge.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace torch;

namespace {

constexpr Release newest{98, 0};

std::string name_of(const Row& row) { return std::string(row.name); }

// "torch.sum: tensor summed reduce" in the words of the header, for the rows that are spot-checked.
struct Meaning {
    std::string_view name;
    Gives gives;
    Dtype dtype = Dtype::unknown;
    Shape shape = Shape::unknown;
};

std::vector<std::vector<std::string>> words_of_lines(const std::string& file) {
    std::ifstream in(std::string(GRAPHMEND_ROOT) + "/tests/knowledge/" + file);
    REQUIRE(in);
    std::vector<std::vector<std::string>> lines;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words(line);
        lines.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    }
    return lines;
}

const std::map<std::string, When>& whens() {
    static const std::map<std::string, When> all{
        {"always", When::always},
        {"tensor_argument", When::tensor_argument},
        {"tensor_second", When::tensor_second},
        {"missing_argument", When::missing_argument},
        {"given_argument", When::given_argument},
        {"single_argument", When::single_argument},
        {"no_constants", When::no_constants},
        {"float_tensor", When::float_tensor},
    };
    return all;
}

Release release(const std::string& text) {
    return {.major = std::stoi(text), .minor = std::stoi(text.substr(text.find('.') + 1))};
}

}  // namespace

TEST_CASE("rows are sorted, and rows of one name hold for releases that do not overlap") {
    REQUIRE(rows().size() > 2000);
    for (std::size_t at = 1; at < rows().size(); ++at) {
        const Row& before = rows()[at - 1];
        const Row& here = rows()[at];
        CAPTURE(name_of(here));
        CHECK((before.name < here.name || (before.name == here.name && before.until <= here.since)));
    }
}

TEST_CASE("every break is in PyTorch's registry and has a rule") {
    for (const Row& row : rows()) {
        CAPTURE(name_of(row));
        for (const Row* condition = &row; condition != nullptr; condition = condition->also) {
            CHECK(condition->gb.empty() == condition->rule.empty());
            if (condition->gb.empty()) {
                CHECK(condition->when == When::never);
            } else {
                CHECK(find_break(condition->gb) != nullptr);
                CHECK((condition->when != When::never || condition->context == Context::skip ||
                       condition->context == Context::split));
            }
        }
    }
    REQUIRE(find_break("GB0170") != nullptr);
    CHECK(find_break("GB0170")->type == "Data-dependent branching");
    CHECK(find_break("GB0170")->explanation.starts_with("Detected data-dependent branching"));
    CHECK(find_break("GB0001")->hints.find('\n') != std::string_view::npos);
    CHECK(find_break("GB017") == nullptr);
    CHECK(find_break("") == nullptr);
}

TEST_CASE("every row is found by its name") {
    for (const Row& row : rows()) {
        CAPTURE(name_of(row));
        CHECK(find(row.name, row.since) == &row);
        const std::size_t dot = row.name.rfind('.');
        CHECK(find_member(row.name.substr(0, dot), row.name.substr(dot + 1), row.since) == &row);
    }
}

TEST_CASE("aliases end at names that are none, and have their rows") {
    for (const Row& row : rows()) {
        CAPTURE(name_of(row));
        const std::string_view target = canonical(row.name, row.since);
        CHECK(canonical(target, row.since) == target);
        if (target == row.name) continue;
        const Row* meant = find(target, row.since);
        REQUIRE(meant != nullptr);
        CHECK(meant->gives == row.gives);
        CHECK(meant->gb == row.gb);
    }
    CHECK(canonical("torch.nn.modules.linear.Linear", newest) == "torch.nn.Linear");
    CHECK(canonical("torch.nn.Linear", newest) == "torch.nn.Linear");
    CHECK(canonical("nothing.of.the.kind", newest) == "nothing.of.the.kind");
}

TEST_CASE("a name without a row takes the nearest prefix row") {
    REQUIRE(find("tqdm.auto.tqdm", newest) != nullptr);
    CHECK(find("tqdm.auto.tqdm", newest)->name == "tqdm.*");
    CHECK(find("tqdm", newest) == nullptr);
    CHECK(find("tqdmx.tqdm", newest) == nullptr);
    CHECK(find("my.tqdm.tqdm", newest) == nullptr);
    CHECK(find("", newest) == nullptr);
    CHECK(find(".", newest) == nullptr);
    CHECK(find("..", newest) == nullptr);
    CHECK(find_member("tqdm", "auto", newest) == nullptr);
}

TEST_CASE("members are found in the classes that a class derives from") {
    const Row* row = find_member("torch.nn.LSTM", "training", newest);
    REQUIRE(row != nullptr);
    CHECK(row->name == "torch.nn.Module.training");
    CHECK(find_member("torch.nn.modules.rnn.LSTM", "training", newest) == row);
    CHECK(find_member("torch.nn.Parameter", "item", newest)->name == "torch.Tensor.item");
    CHECK(find_member("torch.nn.LSTM", "nothing", newest) == nullptr);
    CHECK(find_member("", "item", newest) == nullptr);
    CHECK(is_subclass("torch.nn.LSTM", "torch.nn.Module", newest));
    CHECK(is_subclass("torch.nn.modules.rnn.LSTM", "torch.nn.Module", newest));
    CHECK(is_subclass("torch.nn.Module", "torch.nn.Module", newest));
    CHECK(!is_subclass("torch.nn.Parameter", "torch.nn.Module", newest));
}

TEST_CASE("rows mean what they say") {
    const std::vector<Meaning> meanings{
        {"torch.sum", Gives::tensor, Dtype::summed, Shape::reduce},
        {"torch.Tensor.mean", Gives::tensor, Dtype::same_dtype, Shape::reduce},
        {"torch.Tensor.any", Gives::tensor, Dtype::boolean, Shape::reduce},
        {"torch.isnan", Gives::tensor, Dtype::boolean, Shape::same_size},
        {"torch.Tensor.gt", Gives::tensor, Dtype::boolean, Shape::broadcast},
        {"torch.exp", Gives::tensor, Dtype::floated, Shape::same_size},
        {"torch.Tensor.abs", Gives::tensor, Dtype::real, Shape::same_size},
        {"torch.nn.functional.relu", Gives::tensor, Dtype::unknown, Shape::same},
        {"torch.Tensor.clone", Gives::tensor, Dtype::unknown, Shape::same},
        {"torch.add", Gives::tensor, Dtype::unknown, Shape::broadcast},
        {"torch.where", Gives::tensor, Dtype::unknown, Shape::broadcast},
        {"torch.Tensor.argmax", Gives::tensor, Dtype::integer, Shape::reduce},
        {"torch.Tensor.view", Gives::tensor, Dtype::same_dtype, Shape::unknown},
        {"torch.Tensor.long", Gives::tensor, Dtype::integer, Shape::same_size},
        {"torch.topk", Gives::tensors},
        {"torch.Tensor.item", Gives::number},
        {"torch.Tensor.tolist", Gives::numbers},
        {"torch.Tensor.numel", Gives::shape_number},
        {"torch.Tensor.shape", Gives::shape},
        {"torch.Tensor.dtype", Gives::constant, Dtype::same_dtype},
        {"torch.bool", Gives::constant, Dtype::boolean},
        {"torch.Tensor.add_", Gives::self},
        {"torch.Tensor.numpy", Gives::array},
        {"torch.nn.Linear", Gives::class_instance},
        {"torch.nn.Linear.weight", Gives::tensor, Dtype::floating},
        {"torch.nn.Linear.in_features", Gives::constant},
        {"torch.nn.LSTM.__call__", Gives::tensors},
        {"logging.getLogger", Gives::logger},
        {"math.floor", Gives::converted, Dtype::integer},
        {"builtins.max", Gives::arithmetic},
    };
    for (const Meaning& meaning : meanings) {
        CAPTURE(std::string(meaning.name));
        const Row* row = find(meaning.name, newest);
        REQUIRE(row != nullptr);
        CHECK(row->gives == meaning.gives);
        CHECK(row->dtype == meaning.dtype);
        CHECK(row->shape == meaning.shape);
    }
    const Row* reduces = find("torch.Tensor.max", newest);
    CHECK(reduces->given == "dim");
    CHECK(reduces->given_position == 0);
    CHECK(reduces->given_gives == Gives::tensors);
    CHECK(find("torch.max", newest)->given_position == 1);
}

TEST_CASE("only what was measured to be so is total or transparent") {
    const auto traits = [](std::string_view name) { return find(name, newest)->traits; };
    for (const std::string_view name : {"torch.add", "torch.neg", "torch.Tensor.abs", "torch.Tensor.clamp",
                                        "torch.nn.functional.relu", "torch.sum"}) {
        CAPTURE(std::string(name));
        CHECK(traits(name).pure);
        CHECK(traits(name).total);
        CHECK(traits(name).transparent);
    }
    for (const std::string_view name :
         {"torch.exp", "torch.sqrt", "torch.log", "torch.mul", "torch.softmax", "torch.nn.functional.layer_norm"}) {
        CAPTURE(std::string(name));
        CHECK(traits(name).total);
        CHECK(!traits(name).transparent);
    }
    for (const std::string_view name : {"torch.gather", "torch.linalg.cholesky", "torch.floor_divide",
                                        "torch.Tensor.index_select", "torch.remainder"}) {
        CAPTURE(std::string(name));
        CHECK(!traits(name).total);
    }
    CHECK(traits("torch.Tensor.view").view);
    CHECK(!traits("torch.Tensor.view").pure);
    CHECK(traits("torch.Tensor.add_").in_place);
    CHECK(!traits("torch.nn.functional.dropout").pure);
    CHECK(find("torch.nn.functional.dropout", newest)->role == Role::random);
}

TEST_CASE("mode probes have their value inside of a compiled region") {
    CHECK(find("torch.compiler.is_compiling", newest)->value == true);
    CHECK(find("torch.jit.is_scripting", newest)->value == false);
    CHECK(find("typing.TYPE_CHECKING", newest)->value == false);
    CHECK(find("torch.is_grad_enabled", newest)->value == std::nullopt);
}

TEST_CASE("context managers say what they do to a break inside") {
    CHECK(find("torch.no_grad", newest)->context == Context::resumable);
    CHECK(find("torch.no_grad", newest)->role == Role::no_grad);
    CHECK(find("torch.autocast", newest)->context == Context::resumable);
    CHECK(find("torch.device", newest)->context == Context::skip);
    CHECK(find("torch.device", newest)->gb == "GB0142");
    CHECK(find("torch.device", newest)->when == When::never);
    CHECK(find("threading.Lock", newest)->context == Context::skip);
    CHECK(find("warnings.catch_warnings", newest)->context == Context::traced);
}

TEST_CASE("look-alikes do not break") {
    for (const auto& words : words_of_lines("clean.txt")) {
        CAPTURE(words[0]);
        const Row* row = find(words[0], words.size() == 1 ? newest : release(words[1]));
        REQUIRE(row != nullptr);
        CHECK(row->when == When::never);
    }
}

TEST_CASE("breaks break under their condition") {
    for (const auto& words : words_of_lines("breaks.txt")) {
        REQUIRE((words.size() == 4 || words.size() == 5));
        CAPTURE(words[0]);
        const Row* row = find(words[0], words.size() == 4 ? newest : release(words[4]));
        REQUIRE(row != nullptr);
        CHECK(row->when == whens().at(words[1]));
        CHECK(row->gb == words[2]);
        CHECK(row->rule == words[3]);
    }
}
