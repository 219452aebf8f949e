// A branch on tensors as if-conversion sees it: conditions that are asked in order, an arm for each and one for when
// none holds, and for each place what every arm leaves in it. Read from an `if` with its `elif`s, from `if`s that
// return, continue or break, and from conditional expressions.
#pragma once

#include "analysis/function/function_facts.h"
#include "transforms/proof/proof.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace transforms::if_conversion {

// What is assigned: a variable, an attribute of an object, or the result of the function. An arm that does not assign
// it has a false Node and leaves the value it had before. A Node may also be `y += e` or `y.clamp_(0)`: what that
// leaves in y. A variable that arms assign twice is two targets.
struct Target {
    std::string text{};                        // "y", "self.state"; empty: a value that has no name
    const names::Binding* variable = nullptr;  // null for all others
    std::vector<syntax::Node> values{};        // one for each arm
    syntax::Node together{};  // the statement `a, b = b, a` that assigns it together with its neighbours, or none;
                              // of parts, the structure that the first arm makes (scalar_replacement.h)
    bool temporary = false;   // of one arm, and nobody reads it elsewhere: it may be assigned in any case
    bool alike = false;       // all arms assign the same constant
    std::string cast{};       // what is put behind values to give them the dtype of the others
    std::vector<std::size_t> cast_arms{0};  // whose values these are
    bool is_copied = false;  // to a tensor of floats, which stays what it is: the first value may have any dtype
    bool only_read = false;  // whoever gets the value keeps no reference to it
    syntax::Node written{};  // what the value is written to, where the program may not, or keeps less of it
    syntax::Node cut{};      // `y[0]`, `self.limit`: what the value is written to, whatever it was
    const names::Binding* holder = nullptr;  // of a part: the variable that gets the structure
    std::string before{};                    // of a value without a name: the text around it, `self.proj(` and `)`
    std::string behind{};

    // `w.data.copy_(a)`, of which no gradient knows.
    [[nodiscard]] bool writes_data() const {
        return written.is(syntax::Kind::attribute) && written.child(syntax::Field::attribute).text() == "data";
    }
    [[nodiscard]] bool is_cast(std::size_t arm) const {
        return !cast.empty() && std::ranges::find(cast_arms, arm) != cast_arms.end();
    }
};

// Of arms that all run: a variable of one of them that another one uses as well gets a name of its own.
struct Renamed {
    std::size_t arm;
    const names::Binding* variable;
    std::uint32_t from;  // index of the first node that reads what is assigned there
    std::string name;
};

// A call of a function of the file that is read as what that gives (inline_calls.h).
struct Called {
    text::Span body;                    // in the text that was read
    std::string text;                   // of the program
    std::vector<text::Span> variables;  // in that
    std::string given{};  // "h_decay, c_decay": names for the parts of what it gives; else it stands where it stood
};

// A value that the program does not write so: such a part, or all of what a call gives.
struct Spelled {
    syntax::Node value;
    std::size_t call;
    std::string part{};  // its name
};

struct Predication {
    enum class Form : std::uint8_t {
        branch,      // if c: ... else: ...
        expression,  // a if c else b
        early,       // if c: return a ... return b
        skip,        // if c: continue ...
        stop,        // if c: break, in a round of a loop (loop_exit.h)
    };
    Form form = Form::branch;
    syntax::Node statement;  // that the conditions are a part of
    syntax::Node head{};     // `branch`: the statement, or the `elif` that comes first of those on tensors
    std::vector<syntax::Node> conditions{};  // one less than there are arms
    syntax::Node loop{};                     // `stop`: that the condition ends
    bool many_rounds = false;                // `stop`: there may be more of them than anyone wants to run
    std::size_t asked_behind = 0;   // `stop`: so many targets are assigned in a round before the condition is asked
    text::Span replaced;            // what the new code takes the place of
    std::vector<Target> targets{};  // in an order that is that of each arm
    std::vector<Renamed> renamed{};
    std::vector<Spelled> spelled{};
    std::vector<Called> calls{};
    proof::Guards tests{};  // that these are the functions that are called

    [[nodiscard]] std::size_t arms() const { return conditions.size() + 1; }
    // The statement that asks the conditions.
    [[nodiscard]] syntax::Node asking() const { return loop ? syntax::statement_of(conditions.front()) : statement; }
};

// The arms of an `if`: merged assignment by assignment, or rename_arms.h.
enum class Arms : std::uint8_t { merged, apart };

// The branch that the operand decides; nothing if that is no branch of these forms. Refuses arms that do more than to
// assign.
[[nodiscard]] std::optional<Predication> read_predication(const function::Facts& facts, syntax::Node operand,
                                                          proof::Proof& proof, Arms form = Arms::merged);

// Why it cannot be read; nothing if it can.
[[nodiscard]] std::optional<std::string> unreadable(const function::Facts& facts, syntax::Node operand);

// The targets that have their new values behind this one: those that one statement assigns get them at once.
[[nodiscard]] std::span<const Target> assigned_behind(const std::vector<Target>& targets, std::size_t index);

// `y[0] = 0.0` in the arm: a number that every dtype holds, so that `y[0].masked_fill(c, 0.0)` keeps that of y.
[[nodiscard]] bool fills(const function::Facts& facts, const Target& target, std::size_t arm);

// The value that a variable has in front of the branch.
[[nodiscard]] values::Value value_before(const function::Facts& facts, const Predication& at, const Target& target);

}  // namespace transforms::if_conversion
