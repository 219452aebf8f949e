#include "transforms/advice/advice.h"

#include "transforms/advice/situation.h"
#include "transforms/edit/quote.h"
#include "transforms/findings.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace transforms::advice {

namespace {

// `{}` is what the advice speaks of, `{-}` without quotes, `{+}` the mask, `{f}` the function that the code stands in.
struct Words {
    std::string_view rule;
    Situation situation;
    std::string_view text;
};

constexpr std::array table{
    Words{"GM101", Situation::asserted,
          "check it where `{f}` is called, or keep it in the graph: `torch._assert_async({-}, \"...\")`"},
    Words{"GM101", Situation::repeated,
          "give the loop a number of rounds that is known while tracing, and let a mask say what still changes "
          "(`torch.where(active, new, x)`); or compile one round, and keep the loop around it"},
    Words{"GM101", Situation::checked,
          "check {} where `{f}` is called, in front of what is compiled; or only in eager: {eager}"},
    Words{"GM101", Situation::decided,
          "compute both ways and choose with `torch.where`; or decide {} where `{f}` is called, and hand in a Python "
          "bool, for which each way is compiled once"},
    Words{"GM102", Situation::other,
          "assert what is a bool while tracing, `len(parts) > 0` or `module is not None`; or check {} where `{f}` is "
          "called"},
    Words{"GM201", Situation::sized,
          "a graph needs sizes before it runs: hand {} in as a parameter of `{f}`, computed where the batch is made; "
          "or take a size that is known, as `x.shape[1]`, and a mask"},
    Words{"GM201", Situation::looped,
          "a graph needs to know its rounds: hand {} in as a parameter of `{f}`, or go through all rows and let a mask "
          "say which count"},
    Words{"GM201", Situation::indexed, "index with the tensor itself: `x.index_select(0, i)` takes what {} reads"},
    Words{"GM201", Situation::shown,
          "show {} where `{f}` is called, behind what is compiled; or only in eager: {eager}"},
    Words{"GM201", Situation::listed,
          "return the tensor, and make {} of it where `{f}` is called, behind what is compiled"},
    Words{"GM201", Situation::computed,
          "keep the tensor: what is computed with {} works on a tensor without dimensions (`torch.sqrt` for "
          "`math.sqrt`, `x.clamp(min=1)` for `max(n, 1)`); or read it where `{f}` is called"},
    Words{"GM201", Situation::other, "keep the tensor in `{f}`, and read the number where it is called"},
    Words{"GM301", Situation::selected,
          "keep all rows of {} and the mask beside them: `torch.where({+}, ..., 0)`, sums divided by the mask's; or "
          "select where `{f}` is called, outside of what is compiled"},
    Words{"GM301", Situation::placed,
          "read and write through the mask instead of its places (`x[mask] = v`, `torch.where(mask, a, b)`); or find "
          "them where `{f}` is called, and hand them in"},
    Words{"GM301", Situation::distinct,
          "call {} where the batch is made, and hand in what it gives; of ids below a known n, loop over `range(n)` "
          "with a mask for each"},
    Words{"GM301", Situation::counted,
          "count into a tensor of a size that is known: `torch.zeros(n).index_add(0, ids, torch.ones(len(ids)))`"},
    Words{"GM301", Situation::other,
          "compute {} where `{f}` is called, outside of what is compiled, and hand it in; or pad to a size that is "
          "known"},
    Words{"GM401", Situation::other, "print where `{f}` is called, behind what is compiled; or only in eager: {eager}"},
    Words{"GM402", Situation::other, "log where `{f}` is called, behind what is compiled; or only in eager: {eager}"},
    Words{"GM403", Situation::other,
          "warn where `{f}` is called, in front of what is compiled, or in `__init__` where no tensor decides it"},
    Words{"GM501", Situation::timed,
          "measure around what is compiled: inside of a graph nothing has a time of its own"},
    Words{"GM501", Situation::drawn,
          "draw with PyTorch, `torch.rand(())`, or draw {} where `{f}` is called, and hand it in"},
    Words{"GM501", Situation::asked,
          "ask {} once, at the top of the module or in `__init__`, and keep the answer: no call of `{f}` changes it"},
    Words{"GM501", Situation::in_numpy,
          "use what PyTorch has for {}; or compute it where `{f}` is called, and hand the tensor in"},
    Words{"GM501", Situation::called,
          "call {} in front of what is compiled, and hand in what it gives; if nothing is computed with it, only in "
          "eager: {eager}"},
    Words{"GM502", Situation::other,
          "somebody keeps {} out of graphs on purpose: call it in front of what is compiled, or behind it"},
    Words{"GM503", Situation::other, "enter the `with` where `{f}` is called, around what is compiled"},
    Words{"GM504", Situation::other, "make the module in `__init__`, and call it in `{f}`"},
    Words{"GM505", Situation::marked,
          "call {} where the tensor is made, in front of what is compiled; for gradients inside of a graph there is "
          "`torch.func.grad`"},
    Words{"GM505", Situation::backward,
          "compile the forward and the loss in a function of their own, and call {} behind it"},
    Words{"GM506", Situation::other, "set `torch._dynamo.config.allow_rnn = True`, or compile what is around {}"},
    Words{"GM601", Situation::other, "define the class at the top of the module"},
    Words{"GM602", Situation::other, "collect what `{f}` yields in a list, and return that"},
    Words{"GM603", Situation::other, "mend what leaves `{f}` to eager: this one goes with it"},
    Words{
        "GM701", Situation::other,
        "have the caller mark the size as one that changes, `torch._dynamo.mark_dynamic(x, dim)`, or hand in a tensor"},
    Words{"GM702", Situation::numbered,
          "keep {} in a tensor, which is compiled for once: `self.register_buffer(\"steps\", torch.zeros((), "
          "dtype=torch.long))`; or count where `{f}` is called"},
    Words{"GM702", Situation::other,
          "leave it where {} has few values: each is compiled once; where it has many, loop where `{f}` is called, "
          "around what is compiled"},
    Words{"GM801", Situation::other, "take the comment away"},
};

Seen seen_at(Study& study, const rules::Finding& finding) {
    const syntax::Node operand = operand_of(study.analysis(), finding);
    if (!operand) return {};
    const function::Facts& facts = study.facts(syntax::function_of(operand));
    if (finding.code == "GM101") return branch_at(operand);
    if (finding.code == "GM201") return number_at(facts, operand);
    if (finding.code == "GM301") return shape_at(facts, operand);
    if (finding.code == "GM501") return call_at(facts, operand);
    if (finding.code == "GM505") return gradient_at(operand);
    if (finding.code == "GM702") return change_at(operand);
    return {.what = edit::quoted(operand)};
}

void replace(std::string& text, std::string_view word, std::string_view by) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
        text.replace(at, word.size(), by);
}

// The last words of a rule hold for whatever it finds.
std::string_view words_of(std::string_view rule, Situation situation) {
    std::string_view last;
    for (const Words& each : table) {
        if (each.rule == rule && each.situation == situation) return each.text;
        if (each.rule == rule) last = each.text;
    }
    return last;
}

std::string said(const rules::Finding& finding, const Seen& seen) {
    const bool branches = seen.situation >= Situation::asserted && seen.situation <= Situation::decided;
    std::string text(words_of(branches ? "GM101" : finding.code, seen.situation));
    const std::string what = seen.what.empty() ? "it" : seen.what;
    replace(text, "{-}", what.starts_with('`') ? what.substr(1, what.size() - 2) : what);
    replace(text, "{+}", seen.more.empty() ? "mask" : seen.more.substr(1, seen.more.size() - 2));
    replace(text, "{}", what);
    replace(text, "{eager}", "`if not torch.compiler.is_compiling():`");
    replace(text, "{f}", finding.function);
    return text;
}

}  // namespace

std::string advice_of(Study& study, const rules::Finding& finding) { return said(finding, seen_at(study, finding)); }

std::string advice_of(const rules::Finding& finding) { return said(finding, {}); }

}  // namespace transforms::advice
