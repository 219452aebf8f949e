#include "transforms/if_conversion/read/aggregate.h"

#include "analysis/function/record.h"
#include "analysis/syntax/python.h"
#include "transforms/edit/splice.h"

#include <algorithm>
#include <utility>

namespace transforms::if_conversion {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t max_parts = 64;  // each is proven by itself
struct Item {
    std::string label;
    Node value;
};

// One structure, of items that may be structures.
struct Level {
    std::string open;
    std::vector<Item> items;
    std::string close;
};

class Reader {
  public:
    explicit Reader(const function::Facts& facts) : facts_(facts) {}

    std::optional<Display> read(Node value) {
        const auto level = level_of(value);
        if (!level) return std::nullopt;
        add(*level);
        made_.around.push_back(std::move(text_));
        const bool fits = !made_.parts.empty() && made_.parts.size() <= max_parts;
        return fits ? std::optional(std::move(made_)) : std::nullopt;
    }

  private:
    void add(const Level& level) {
        text_ += level.open;
        for (const Item& each : level.items) {
            text_.append(&each == level.items.data() ? "" : ", ").append(each.label);
            const Node value = syntax::unparenthesized(each.value);
            if (const auto inner = level_of(value)) {
                add(*inner);
                continue;
            }
            made_.around.push_back(std::exchange(text_, {}));
            made_.parts.push_back(value);
        }
        text_ += level.close;
    }

    [[nodiscard]] std::optional<Level> level_of(Node value) const {
        Level level;
        switch (value.kind()) {
            case Kind::expression_list:
            case Kind::tuple: level = {.open = "(", .items = {}, .close = only_child(value) ? ",)" : ")"}; break;
            case Kind::list: level = {.open = "[", .items = {}, .close = "]"}; break;
            case Kind::dictionary: level = {.open = "{", .items = {}, .close = "}"}; break;
            case Kind::call: return level_of_call(syntax::Call{value});
            default: return std::nullopt;
        }
        for (const Node each : value.children()) {
            auto item = value.is(Kind::dictionary) ? item_of_pair(each) : Item{.label = {}, .value = each};
            if (!item || !is_one(item->value)) return std::nullopt;
            level.items.push_back(std::move(*item));
        }
        return level;
    }

    [[nodiscard]] std::optional<Level> level_of_call(syntax::Call call) const {
        if (!call.arguments().is(Kind::argument_list)) return std::nullopt;
        const torch::Row* row = facts_.row_of(call.node);
        const bool dict = row && row->role == torch::Role::dict;
        if (!dict && !function::only_holds(facts_, facts_.value(call.function()))) return std::nullopt;
        Level level{.open = edit::on_one_line(call.function(), {}) + "(", .items = {}, .close = ")"};
        for (const Node each : call.arguments().children()) {
            const auto keyword = syntax::as<syntax::Keyword>(each);
            if ((dict && !keyword) || !is_one(each)) return std::nullopt;
            level.items.push_back({.label = keyword ? std::string(keyword->name().text()) + "=" : "",
                                   .value = keyword ? keyword->value() : each});
        }
        return level;
    }

    // Under a key that is written there.
    static std::optional<Item> item_of_pair(Node pair) {
        const Node key = pair.is(Kind::pair) ? pair.child(syntax::Field::key) : Node{};
        if (!key || (!syntax::plain_string(key) && !key.is(Kind::integer))) return std::nullopt;
        return Item{.label = std::string(key.text()) + ": ", .value = pair.child(syntax::Field::value)};
    }

    static bool is_one(Node item) { return !item.is(Kind::list_splat) && !item.is(Kind::dictionary_splat); }
    static bool only_child(Node node) { return node.first_child() && !node.first_child().next_sibling(); }

    const function::Facts& facts_;
    Display made_;
    std::string text_;
};

}  // namespace

std::optional<Display> display_of(const function::Facts& facts, Node value) { return Reader(facts).read(value); }

}  // namespace transforms::if_conversion
