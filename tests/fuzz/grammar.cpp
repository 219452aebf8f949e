#include "tests/fuzz/grammar.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fuzz {
namespace {

constexpr int endless = 1000;

using Texts = std::map<std::string_view, std::vector<std::string_view>>;

// What stands for a rule instead of what the grammar makes of it.
const Texts texts{
    {"identifier", {"x", "y", "n", "out", "self", "mask", "f", "g", "torch", "i", "print", "len", "k", "flag", "F"}},
    {"keyword_identifier", {"x", "match", "type", "print"}},
    {"integer", {"0", "1", "2", "3", "-1", "0x1F", "1_000", "99999999999999999999"}},
    {"float", {"0.5", "1e-5", "1e400", "3.0"}},
    {"string", {"'s'", "f'{x}'", "f'{x.sum():.2f} {n!r}'", "'%s'", "\"\"\"a\nb\"\"\"", "b'x'", "'{}'", "'é'"}},
    {"string_content", {""}},
    {"comment", {""}},
    {"expression",
     {"x.sum() > 0",
      "x.item()",
      "(x > 0).any()",
      "torch.where(x > 0, x, y)",
      "x.shape[0]",
      "int(x.max())",
      "float(x.mean())",
      "x.relu()",
      "self.weight * x",
      "torch.zeros(3)",
      "len(x)",
      "x[y > 0]",
      "x.nonzero()",
      "isinstance(x, torch.Tensor)",
      "torch.relu(x)",
      "x.tolist()",
      "bool(torch.all(x == y))",
      "x is None",
      "self.layer(x)",
      "x.clone()",
      "x.add_(1)",
      "print(x)",
      "torch.is_grad_enabled()",
      "x.size(n)",
      "y.unique()"}},
    {"decorator", {"@torch.compile\n", "@torch.no_grad()\n", "@staticmethod\n", "@torch.compile(fullgraph=n)\n"}},
};
// Python 2, and what no program is made of.
constexpr std::string_view banned[] = {"print_statement", "exec_statement", "chevron", "type_alias_statement",
                                       "type_parameter",  "_newline",       "comment"};
// What would be most of a program if all were as likely, and is hardly ever valid where it stands.
constexpr std::string_view rare[] = {"future_import_statement",
                                     "import_statement",
                                     "import_from_statement",
                                     "match_statement",
                                     "as_pattern",
                                     "class_definition",
                                     "global_statement",
                                     "nonlocal_statement",
                                     "delete_statement",
                                     "list_splat",
                                     "<>"};
constexpr std::string_view phrased[] = {"expression", "primary_expression", "_right_hand_side"};

// Of the rule, or the word, that a member of a choice comes to.
std::string_view name_of(const nlohmann::json& node) {
    if (node.contains("content")) return name_of(node.at("content"));
    const auto name = node.find(node.at("type") == "SYMBOL" ? "name" : "value");
    return name == node.end() ? "" : name->get<std::string_view>();
}

bool is_banned(const nlohmann::json& node) { return std::ranges::find(banned, name_of(node)) != std::end(banned); }
bool is_rare(const nlohmann::json& node) { return std::ranges::find(rare, name_of(node)) != std::end(rare); }

}  // namespace

Grammar::Grammar(std::string_view json) : rules_(Json::parse(json).at("rules")) {
    for (bool changed = true; changed;) {
        changed = false;
        for (const auto& [name, rule] : rules_.items()) {
            const int depth = depth_of(rule);
            const auto [known, inserted] = depths_.try_emplace(name, depth);
            changed |= inserted || std::exchange(known->second, depth) != depth;
        }
    }
}

int Grammar::depth_of(const Json& node) const {
    const std::string_view type = node.at("type").get<std::string_view>();
    if (type == "SYMBOL") {
        const auto name = node.at("name").get<std::string_view>();
        const auto known = depths_.find(name);
        if (texts.contains(name) || !rules_.contains(name)) return 0;
        return known == depths_.end() ? endless : std::min(endless, known->second + 1);
    }
    if (type == "REPEAT") return 0;
    if (node.contains("content")) return depth_of(node.at("content"));
    if (!node.contains("members")) return 0;
    int least = endless, most = 0;
    for (const Json& member : node.at("members")) {
        const int depth = is_banned(member) && type == "CHOICE" ? endless : depth_of(member);
        least = std::min(least, depth);
        most = std::max(most, depth);
    }
    return type == "CHOICE" ? least : most;
}

class Grammar::Writer {
  public:
    Writer(const Grammar& grammar, Mutator& random, std::size_t words)
        : grammar_(grammar), random_(random), left_(words) {}

    void expand(const Json& node, int depth) {
        if (left_ == 0) depth = 0;
        const std::string_view type = node.at("type").get<std::string_view>();
        if (type == "SYMBOL")
            symbol(node.at("name").get<std::string>(), depth);
        else if (type == "STRING")
            put(node.at("value").get<std::string>());
        else if (type == "CHOICE")
            choose(node.at("members"), depth);
        else if (type == "SEQ")
            for (const Json& member : node.at("members")) expand(member, depth);
        else if (type == "REPEAT" || type == "REPEAT1")
            for (bool more = type == "REPEAT1" || some(depth); more; more = some(depth))
                expand(node.at("content"), depth);
        else if (node.contains("content"))
            expand(node.at("content"), depth);
    }

    void symbol(const std::string& name, int depth) {
        const bool has_phrase = std::ranges::find(phrased, name) != std::end(phrased);
        if (name == "_newline") return newline();
        if (name == "_indent") return indent();
        if (name == "_dedent") return dedent();
        if (has_phrase && (depth <= 0 || random_.below(3) == 0)) return one_of(texts.at("expression"));
        if (name != "expression")
            if (const auto text = texts.find(name); text != texts.end()) return one_of(text->second);
        if (grammar_.rules_.contains(name)) expand(grammar_.rules_.at(name), depth - 1);
    }

    void put(std::string_view word) {
        if (at_start_) out_.append(indentation_, ' ');
        at_start_ = word.ends_with('\n');
        out_.append(word).append(at_start_ ? "" : " ");
        left_ -= std::min<std::size_t>(left_, 1);
    }
    void newline() {
        if (!at_start_) put("\n");
    }
    void indent() {
        newline();
        indentation_ += 4;
        is_empty_ = out_.size();
    }
    void dedent() {
        newline();
        if (out_.size() == is_empty_) put("pass\n");
        indentation_ -= 4;
    }
    [[nodiscard]] bool has_more() const { return left_ > 0; }
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    [[nodiscard]] bool some(int depth) { return depth > 0 && random_.below(3) == 0; }
    void one_of(const std::vector<std::string_view>& words) { put(words[random_.below(words.size())]); }

    void choose(const Json& members, int depth) {
        std::vector<const Json*> fit;
        const Json* least = &members.front();
        for (const Json& member : members) {
            if (is_banned(member) || (is_rare(member) && random_.below(20) != 0)) continue;
            if (grammar_.depth_of(member) <= depth) fit.push_back(&member);
            if (is_banned(*least) || is_rare(*least) || grammar_.depth_of(member) < grammar_.depth_of(*least))
                least = &member;
        }
        expand(fit.empty() ? *least : *fit[random_.below(fit.size())], depth);
    }

    const Grammar& grammar_;
    Mutator& random_;
    std::size_t left_;
    std::string out_;
    std::size_t indentation_ = 0;
    std::size_t is_empty_ = 0;  // how much was written when the innermost block began
    bool at_start_ = true;
};

std::string Grammar::make(Mutator& random, std::size_t words) const {
    Writer writer(*this, random, words);
    writer.put("import torch\nfrom torch import nn\nimport torch.nn.functional as F\n");
    for (int number = 0; writer.has_more(); ++number) {
        const bool method = random.below(3) == 0;
        if (method) {
            writer.put("class M" + std::to_string(number) + "(nn.Module):\n");
            writer.indent();
        } else {
            writer.put("@torch.compile\n");
        }
        writer.put(method ? "def forward(self, x, y, n=1, flag=True):\n"
                          : "def f(x, y, n=1, mask=None, *k, flag=True):\n");
        writer.indent();
        for (std::size_t statements = 1 + random.below(8); statements > 0; --statements)
            writer.symbol("_statement", 14);
        if (random.below(2) == 0) writer.put("return x\n");
        writer.dedent();
        if (method) writer.dedent();
    }
    return writer.take();
}

}  // namespace fuzz
