#include "analysis/names/rebound.h"

#include "analysis/syntax/python.h"
#include "analysis/text/source.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace names {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

constexpr int max_steps = 4;  // from a name to what it is another name of
constexpr std::string_view builtins = "builtins", builtins_here = "__builtins__", dict_of = "__dict__";
constexpr std::string_view loaded = "sys.modules";

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

// `f` of `f(x)`, `a.b.f(x)`
std::string_view word_of(Node callee) {
    return callee.is(Kind::attribute)    ? callee.child(Field::attribute).text()
           : callee.is(Kind::identifier) ? callee.text()
                                         : std::string_view();
}

std::vector<Node> arguments_of(Node call) {
    std::vector<Node> all;
    for (const Node each : syntax::Call{call}.arguments().children()) all.push_back(each);
    return all;
}

// `a.b = 1`, `a.b, c = d`, `for a.b in c`, `with d as a.b`, `del a.b`
bool is_stored(Node node) {
    Node parent = node.parent();
    for (; parent.is(Kind::pattern_list) || parent.is(Kind::tuple_pattern) || parent.is(Kind::list_pattern) ||
           parent.is(Kind::expression_list);
         parent = parent.parent())
        node = parent;
    switch (parent.kind()) {
        case Kind::assignment:
        case Kind::augmented_assignment:
        case Kind::for_statement:
        case Kind::for_in_clause: return node.field() == Field::left;
        default: return parent.is(Kind::as_pattern_target) || parent.is(Kind::delete_statement);
    }
}

class Finder {
  public:
    explicit Finder(const Module& names) : names_(names) {}

    Rebound find() {
        const syntax::Tree& tree = names_.tree();
        const bool calls = has_calls();
        for (std::uint32_t i = 0; i < tree.size(); ++i) {
            const Node node = tree.node(i);
            if (node.is(Kind::attribute) || node.is(Kind::subscript)) {
                if (is_stored(node)) store(node);
            } else if (calls && node.is(Kind::call)) {
                call(node);
            }
        }
        return std::move(found_);
    }

  private:
    // Most files do without.
    [[nodiscard]] bool has_calls() const {
        static constexpr std::array<std::string_view, 8> words{"setattr", "delattr", "patch", "globals",
                                                               dict_of,   "vars",    "exec(", builtins_here};
        const std::string_view text = names_.tree().source().text();
        return std::ranges::any_of(words, [&](std::string_view each) { return text.find(each) != text.npos; });
    }

    // The expression that the variable is another name of, if it has one value.
    [[nodiscard]] Node value_of(Node identifier) const {
        const Reference reference = names_.resolve(identifier);
        if (!reference || !reference.binding().is_bound_once()) return {};
        const Node bound = reference.binding().occurrences.front().node;
        const auto assignment = syntax::as<syntax::Assignment>(bound.parent());
        return assignment && assignment->target() == bound ? assignment->value() : Node{};
    }

    // "torch.Tensor" of `torch.Tensor`, `T` behind `T = torch.Tensor`: of a name that an import binds, perhaps among
    // others.
    [[nodiscard]] std::optional<std::string> dotted(Node node, int steps = 0) const {
        if (!node || steps > max_steps) return std::nullopt;
        if (node.is(Kind::attribute)) {
            auto object = dotted(node.child(Field::object), steps);
            if (object) object->append(".").append(node.child(Field::attribute).text());
            return object;
        }
        if (!node.is(Kind::identifier)) return std::nullopt;
        const Reference reference = names_.resolve(node);
        if (!reference) return node.text() == builtins_here ? std::optional(std::string(builtins)) : std::nullopt;
        for (const Occurrence& each : reference.binding().occurrences)
            if (each.import) return std::string(each.import->target);
        return dotted(value_of(node), steps + 1);
    }

    // What an item of the mapping is a member of: "torch" of `torch.__dict__` and `vars(torch)`, nothing of
    // `globals()`. False: it is no such mapping.
    struct Space {
        bool found = false;
        std::string of{};
    };
    [[nodiscard]] Space space(Node node, int steps = 0) const {
        if (!node || steps > max_steps) return {};
        const auto members_of = [](std::optional<std::string> of) {
            return of ? Space{.found = true, .of = std::move(*of)} : Space{};
        };
        if (node.is(Kind::attribute) && node.child(Field::attribute).text() == dict_of)
            return members_of(dotted(node.child(Field::object)));
        if (node.is(Kind::identifier) && node.text() == builtins_here) return members_of(std::string(builtins));
        if (node.is(Kind::identifier)) return space(value_of(node), steps + 1);
        const Node callee = node.is(Kind::call) ? node.child(Field::function) : Node{};
        if (!callee.is(Kind::identifier) || names_.resolve(callee)) return {};
        const std::vector<Node> arguments = arguments_of(node);
        if (callee.text() == "vars" && !arguments.empty()) return members_of(dotted(arguments.front()));
        const bool here = names_.scope_at(callee)->kind == ScopeKind::module;
        const bool is_of_module = callee.text() == "globals" || (here && is_one_of(callee.text(), {"vars", "locals"}));
        return {.found = is_of_module};
    }

    void put(const std::string& of, std::string_view name) {
        if (of.empty())
            found_.globals.emplace(name);
        else
            found_.members.insert(std::string(of).append(".").append(name));
    }

    static std::string_view name_of(Node key) { return syntax::plain_string(key).value_or(Rebound::any); }

    void store(Node target) {
        if (target.is(Kind::attribute)) {
            if (const auto name = dotted(target)) found_.members.insert(*name);
            return;
        }
        const auto item = syntax::as<syntax::Subscript>(target);
        if (!item || item->indices().size() != 1) return;
        const Node key = item->indices().front();
        if (const Space at = space(item->object()); at.found) return put(at.of, name_of(key));
        const auto module = syntax::plain_string(key);
        if (module && dotted(item->object()) == loaded) found_.members.insert(std::string(*module).append(".*"));
    }

    void call(Node node) {
        const Node callee = node.child(Field::function);
        const std::string_view word = word_of(callee);
        const std::vector<Node> arguments = arguments_of(node);
        if (word == "exec" && callee.is(Kind::identifier)) return void(found_.globals.emplace(Rebound::any));
        if (callee.is(Kind::attribute) && is_one_of(word, {"update", "setdefault", "pop", "__setitem__"}))
            if (const Space at = space(callee.child(Field::object)); at.found)
                return put(at.of, word == "update" || arguments.empty() ? Rebound::any : name_of(arguments.front()));
        if (arguments.empty()) return;
        // `patch("torch.where", f)`, `monkeypatch.setattr("torch.where", f)`
        const auto path = syntax::plain_string(arguments.front());
        if (path && is_one_of(word, {"patch", "setattr", "delattr"})) return void(found_.members.emplace(*path));
        // `setattr(torch, "where", f)`, `patch.object(torch, "where", f)`
        if (arguments.size() > 1 && is_one_of(word, {"setattr", "delattr", "object"}))
            if (const auto of = dotted(arguments.front())) put(*of, name_of(arguments[1]));
    }

    const Module& names_;
    Rebound found_;
};

}  // namespace

bool Rebound::has_member(std::string_view dotted) const {
    if (members.empty()) return false;
    for (; !members.contains(dotted); dotted = dotted.substr(0, dotted.rfind('.')))
        if (dotted.find('.') == std::string_view::npos) return false;
    return true;
}

bool Rebound::may_have_member(std::string_view dotted) const {
    if (has_member(dotted)) return true;
    for (std::size_t dot = dotted.rfind('.'); dot != std::string_view::npos; dot = dotted.substr(0, dot).rfind('.'))
        if (members.contains(std::string(dotted.substr(0, dot + 1)).append(any))) return true;
    return false;
}

Rebound rebound_in(const Module& names) { return Finder(names).find(); }

}  // namespace names
