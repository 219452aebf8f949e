#include "transforms/display.h"

#include "analysis/syntax/python.h"
#include "analysis/values/classes.h"
#include "transforms/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace transforms {

using syntax::Kind;
using syntax::Node;

namespace {

constexpr std::size_t max_parts = 64;  // each is proven by itself
// Of a class whose objects are made by code of the program.
constexpr std::array<std::string_view, 5> makers{"__init__", "__new__", "__post_init__", "__setattr__",
                                                 "__getattribute__"};

torch::Role role_of(const values::Program& program, Node expression) {
    const auto name = program.names_of(expression).qualified(expression);
    const torch::Row* row = name ? torch::find(*name, torch::Knowledge(program.release())) : nullptr;
    return row ? row->role : torch::Role::none;
}

bool is_namedtuple(const values::Program& program, const values::Class& class_) {
    const Node bases = syntax::Class{class_.node}.bases(), only = bases ? bases.first_child() : Node{};
    return only && !only.next_sibling() && syntax::decorators_of(class_.node).empty() &&
           role_of(program, only) == torch::Role::namedtuple;
}

// Its objects hold what they are made of, as Python itself puts it there.
bool only_holds(const Facts& facts, values::Value made) {
    if (made.is(values::Kind::wrapped)) return made.wrapped().form == values::Wrapped::Form::record;
    if (!made.is(values::Kind::class_)) return false;
    const values::Class& class_ = made.class_of();
    if (std::ranges::any_of(makers, [&](std::string_view each) { return class_.owner_of(each); })) return false;
    const bool has_metaclass = std::ranges::any_of(class_.ancestors, [](const values::Class* each) {
        const Node bases = syntax::Class{each->node}.bases();
        return bases && bases.child(Kind::keyword_argument);
    });
    return !has_metaclass && (is_dataclass(facts.program(), class_) || is_namedtuple(facts.program(), class_));
}

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
    explicit Reader(const Facts& facts) : facts_(facts) {}

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
        if (!dict && !only_holds(facts_, facts_.value(call.function()))) return std::nullopt;
        Level level{.open = on_one_line(call.function(), {}) + "(", .items = {}, .close = ")"};
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

    const Facts& facts_;
    Display made_;
    std::string text_;
};

}  // namespace

bool is_dataclass(const values::Program& program, const values::Class& class_) {
    const std::vector<Node> decorators = syntax::decorators_of(class_.node);
    if (class_.open || decorators.size() != 1) return false;
    const auto call = syntax::as<syntax::Call>(decorators.front());
    return role_of(program, call ? call->function() : decorators.front()) == torch::Role::dataclass;
}

std::optional<Display> display_of(const Facts& facts, Node value) { return Reader(facts).read(value); }

}  // namespace transforms
