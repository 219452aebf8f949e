// Canonicalization: a statement is read in another spelling that does the same, which the other rewrites know; what
// they make of that is written. Each spelling is a value of the table in canonical.cpp.
//
//     while n < 3 and x.norm() > 1.0:      for n in range(3):
//         x = x / 2.0                          if not (x.norm() > 1.0):
//         n += 1                                   break
//                                              x = x / 2.0
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/rewrite.h"
#include "transforms/study.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace transforms::canonical {

// A variable in the place of something else within a statement: `held` for `terms[name]`.
struct StandIn {
    std::string name{};  // empty: none
    std::string place{};
    text::Span statement{};
    bool may_stay = false;  // where what is made of it reads the variable more than once
};

// Code that the other spelling has once more: where it stands in the text of an edit.
struct Copy {
    syntax::Node of{};
    std::size_t edit = 0;
    std::uint32_t at = 0;
};

// The program in the other spelling. The code that the finding is about stays as it is.
struct Spelling {
    std::vector<edit::Edit> edits{};
    std::string_view code{};  // of the finding there, if that is another: "GM201" where a number is read of it now
    syntax::Node asked{};     // what that is about then, where it stands now
    std::vector<std::string> assumes{};  // what it takes that the spellings are equal; empty texts say nothing
    bool costs_more = false;  // where it stays, behind a test that fails: a frame that a `break` leaves to eager, say
    std::vector<syntax::Node> interim{};  // what is replaced, and breaks the graph unless a fix replaces it again
    std::vector<Copy> copies{};           // each breaks the graph as well, unless a fix mends that
    StandIn stand_in{};                   // what is made of the statement then speaks of the place
};

// `asked` is the code that a finding is about; nothing if it does not stand in the spelling that is replaced.
using Respell = std::optional<Spelling> (*)(const text::Source& source, const function::Facts& facts,
                                            syntax::Node asked);

// if_statement.cpp
// `if c: y = a` `else: raise E` -> `if not c: raise E`, and `y = a` behind it
[[nodiscard]] std::optional<Spelling> guard_clause(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);
// `if c: return a` `elif d: return b` -> `if c: return a`, and `if d: return b` behind it
[[nodiscard]] std::optional<Spelling> leaving_link(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);
// `if best is None or v < best: best = v` -> `if best is None: best = v` `elif v < best: best = v`
[[nodiscard]] std::optional<Spelling> none_first(const text::Source& source, const function::Facts& facts,
                                                 syntax::Node asked);

// arms.cpp
// `a = b = x` in an arm -> `a = x`, `b = a`; `if self.training: y = a` in one -> `y = a if self.training else y`;
// `y = F.relu(y, inplace=True)` in one -> `y = F.relu(y)`; `dtype = x.dtype`, which the next statement reads, goes
[[nodiscard]] std::optional<Spelling> plain_arms(const text::Source& source, const function::Facts& facts,
                                                 syntax::Node asked);

// branch_read.cpp
// `mse = d.mean().item()`, `if mse == 0: return inf`, `return math.log10(mse)` -> the same of a tensor, with
// torch.log10
[[nodiscard]] std::optional<Spelling> branch_read(const text::Source& source, const function::Facts& facts,
                                                  syntax::Node asked);

// called_arm.cpp
// `if c: self.reset(x)` -> `if c:` with what that method of the file does in it
[[nodiscard]] std::optional<Spelling> called_arm(const text::Source& source, const function::Facts& facts,
                                                 syntax::Node asked);

// counted_loop.cpp
// `while n < 3 and c: ...; n += 1` -> `for n in range(3): if not c: break`
[[nodiscard]] std::optional<Spelling> counted_loop(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);

// counted_sum.cpp
// `sum(1 for m in masks if m.any())` -> `sum(m.any().item() for m in masks)`
[[nodiscard]] std::optional<Spelling> counted_sum(const text::Source& source, const function::Facts& facts,
                                                  syntax::Node asked);

// distributed.cpp
// `if c: ... else: s; if d: t` -> `if c: ... else: s`, and `if not c and d: t` behind it
[[nodiscard]] std::optional<Spelling> nested_behind(const text::Source& source, const function::Facts& facts,
                                                    syntax::Node asked);
// `if c:` with nothing in it but `if d: s` -> `if c and d: s`
[[nodiscard]] std::optional<Spelling> both_conditions(const text::Source& source, const function::Facts& facts,
                                                      syntax::Node asked);
// `if c: s; with torch.no_grad(): t` -> `if c: s`, `if c: with torch.no_grad(): t`
[[nodiscard]] std::optional<Spelling> statements_apart(const text::Source& source, const function::Facts& facts,
                                                       syntax::Node asked);
// `if c:` with nothing in it but `for p in ps: s` -> `for p in ps: if c: s`
[[nodiscard]] std::optional<Spelling> loop_outside(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);

// exit_read.cpp
// `err = d.max().item()`, `if err < 1e-3: break` -> `err = d.max()`; `if d.max().item() < 1e-3: break` likewise
[[nodiscard]] std::optional<Spelling> exit_read(const text::Source& source, const function::Facts& facts,
                                                syntax::Node asked);

// exit_by_return.cpp
// `for ...: if c: return x`, and `return x` behind the loop -> `for ...: if c: break`; where that is `return y`, the
// arm says so, `found = True`, and `if found: return x` stands in front of it
[[nodiscard]] std::optional<Spelling> exit_by_return(const text::Source& source, const function::Facts& facts,
                                                     syntax::Node asked);

// first_place.cpp
// `at = (t == x).nonzero()`, `at[0].item()` -> `at = (t == x).to(torch.int64).argmax()`, `at.item()`
[[nodiscard]] std::optional<Spelling> first_place(const text::Source& source, const function::Facts& facts,
                                                  syntax::Node asked);

// held_place.cpp
// `if c: terms[name] = a` -> `held = terms[name]`, `if c: held = a`, `terms[name] = held`
[[nodiscard]] std::optional<Spelling> held_place(const text::Source& source, const function::Facts& facts,
                                                 syntax::Node asked);

// held_read.cpp
// `a = table[step.item()]` -> `index = step.item()`, `a = table[index]`; `return math.log(x.item())` likewise
[[nodiscard]] std::optional<Spelling> held_read(const text::Source& source, const function::Facts& facts,
                                                syntax::Node asked);

// held_walrus.cpp
// `y = a if (m := x.mean()) > 0 else b` -> `m = x.mean()`, `y = a if m > 0 else b`
[[nodiscard]] std::optional<Spelling> held_walrus(const text::Source& source, const function::Facts& facts,
                                                  syntax::Node asked);

// list_arm.cpp
// `if c: xs = [x * 2 for x in xs]` -> `xs = [x * 2 if c else x for x in xs]`; a dict likewise
[[nodiscard]] std::optional<Spelling> list_arm(const text::Source& source, const function::Facts& facts,
                                               syntax::Node asked);

// moved_selections.cpp
// `a = x[m]`, `b = y[m]`, `loss(a, b)` -> `loss(x[m], y[m])`
[[nodiscard]] std::optional<Spelling> moved_selections(const text::Source& source, const function::Facts& facts,
                                                       syntax::Node asked);

// one_value.cpp
// `torch.unique(x).numel() == 1` -> `(x == x.reshape(-1)[:1]).all()`
[[nodiscard]] std::optional<Spelling> one_value(const text::Source& source, const function::Facts& facts,
                                                syntax::Node asked);

// rows_of_mask.cpp
// `rows, cols = torch.where(m)` of which only `rows` is read -> `rows = torch.where(m)[0]`
[[nodiscard]] std::optional<Spelling> only_rows(const text::Source& source, const function::Facts& facts,
                                                syntax::Node asked);
// `r, c = torch.where(m)`, `out[r, c] = y[r, c]` -> `out[m] = y[m]`
[[nodiscard]] std::optional<Spelling> places_of_mask(const text::Source& source, const function::Facts& facts,
                                                     syntax::Node asked);
// `rows = stale.nonzero().squeeze(1)`, `out[rows] += msg[rows]` -> `out[stale] += msg[stale]`
[[nodiscard]] std::optional<Spelling> rows_of_mask(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);

// selected_rows.cpp
// `y = self.mlp(x[m])` -> `y = self.mlp(x)[m]`; also where `x[m]` has a name, and that other uses
[[nodiscard]] std::optional<Spelling> selected_rows(const text::Source& source, const function::Facts& facts,
                                                    syntax::Node asked);
// The same of all that the mask selects in the function: `(iou(x[m], y[m]) * weight(y[m])).sum()`
[[nodiscard]] std::optional<Spelling> all_selected_rows(const text::Source& source, const function::Facts& facts,
                                                        syntax::Node asked);
// `a[m], b[m] = f(x[m])` -> `all_a, all_b = f(x[m])`, `a[m] = all_a`, `b[m] = all_b`
[[nodiscard]] std::optional<Spelling> stored_apart(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);

// skipped_rest.cpp
// `if not c: return`, and the rest of a function that gives nothing -> `if c:` with that in it
[[nodiscard]] std::optional<Spelling> skipped_rest(const text::Source& source, const function::Facts& facts,
                                                   syntax::Node asked);
// `if c:` with nothing in it but `with torch.no_grad(): ...` -> `with torch.no_grad():` with nothing but `if c: ...`
[[nodiscard]] std::optional<Spelling> arm_without_gradients(const text::Source& source, const function::Facts& facts,
                                                            syntax::Node asked);

// What the other rewrites make of `first_place`, whose number would be read of places that break the graph else.
[[nodiscard]] Proposal propose_first_place(Study& study, const rules::Finding& finding);

// What the other rewrites make of the first spelling of which they make something.
[[nodiscard]] Proposal propose_canonical(Study& study, const rules::Finding& finding);

}  // namespace transforms::canonical
