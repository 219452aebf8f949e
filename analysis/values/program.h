// One file, interpreted with what it uses of others: what happens in its compiled regions, and the value of every
// expression there. Immutable once made; the rules read its events, the rewrites its values and states.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/names/file.h"
#include "analysis/syntax/distinct_nodes.h"
#include "analysis/values/declared/claim.h"
#include "analysis/values/declared/classes.h"
#include "analysis/values/declared/dynamo.h"
#include "analysis/values/declared/entered.h"
#include "analysis/values/interpret/event.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace values {

struct Options {
    torch::Knowledge torch{torch::Release{2, 13}};
    Dynamo dynamo{};
    bool comprehensions_are_frames = true;  // of their own: Python before 3.12
    bool entries_compile = true;
    bool entries_forward = true;
    bool entries_functions = false;
    bool entries_others = false;
    std::vector<std::string> entries;  // functions that are compiled, as declared/passed.h spells them
    std::vector<Claim> claims;         // of other files
    names::Files* files = nullptr;     // null: this file stands alone
    std::function<bool()> cancelled;
};

struct Activation;

// A call that was followed.
struct FollowedCall {
    syntax::Node node;
    const Activation* callee = nullptr;
};

// One function interpreted with one set of argument values.
struct Activation {
    const names::Scope* scope = nullptr;
    Function function{};
    std::vector<Value> arguments{};  // by slot; the parameters of the function
    bool compiled = false;           // inside a compiled region, as opposed to code that runs eagerly around it
    Value result{.kind = Kind::never};
    std::vector<Event> events{};  // only when compiled
    std::vector<FollowedCall> calls{};
    bool breaks = false;  // something in it, or in what it calls, breaks the graph
};

// Where compilation starts.
struct Entry {
    const Activation* activation = nullptr;
    syntax::Node site;  // the torch.compile call or decorator; the function itself where there is none
    Entered by = Entered::compiled;
    bool fullgraph = false;        // a break is an error
    const Claim* claim = nullptr;  // that it is entered by, if likely
};

// A body of the file in which the work came to its bound.
struct Stop {
    syntax::Node body;
    std::size_t steps = 0;
};

// Who calls whom, for those who would otherwise look through all activations. In the order of those.
class Calls {
  public:
    using Activations = std::vector<const Activation*>;
    void add(const Activation& activation);
    void add(const Entry& entry);

    [[nodiscard]] const Activations& of(syntax::Node function) const { return in(of_, function); }
    // What is followed at the call, and what follows a call of the function: from compiled code, then from any.
    [[nodiscard]] const Activations& at(syntax::Node call) const { return in(at_, call); }
    [[nodiscard]] const Activations& compiled_to(syntax::Node function) const { return in(compiled_to_, function); }
    [[nodiscard]] const Activations& to(syntax::Node function) const { return in(to_, function); }
    // Where that follows it, each place once.
    [[nodiscard]] const std::vector<syntax::Node>& places(syntax::Node function) const { return in(places_, function); }
    // Where the function is compiled, each place once.
    [[nodiscard]] const std::vector<syntax::Node>& sites(syntax::Node function) const { return in(sites_, function); }

  private:
    using Index = std::unordered_map<syntax::Node, Activations>;
    using Places = std::unordered_map<syntax::Node, syntax::DistinctNodes>;
    [[nodiscard]] static const Activations& in(const Index& index, syntax::Node node);
    [[nodiscard]] static const std::vector<syntax::Node>& in(const Places& places, syntax::Node function);
    Index of_, at_, compiled_to_, to_;
    Places places_, sites_;
};

class Program {
  public:
    [[nodiscard]] static std::unique_ptr<const Program> interpret(std::shared_ptr<const names::File> file,
                                                                  const Options& options);
    // Of the file as if it had this text. Of other files it knows those that this program has read.
    [[nodiscard]] std::unique_ptr<const Program> with_text(std::shared_ptr<const text::Source> text) const;
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    [[nodiscard]] const syntax::Tree& tree() const { return files_.front()->tree(); }
    [[nodiscard]] const names::Module& names() const { return files_.front()->names(); }
    // The file interpreted and those that something in it led to, in the order in which it did.
    [[nodiscard]] std::span<const std::shared_ptr<const names::File>> files() const { return files_; }
    [[nodiscard]] std::size_t number_of(syntax::Node node) const;  // among the files, of the one that it is in
    [[nodiscard]] const names::Module& names_of(syntax::Node node) const { return files_[number_of(node)]->names(); }
    [[nodiscard]] std::span<const Entry> entries() const { return entries_; }
    // In the order in which they were first reached.
    [[nodiscard]] const std::deque<Activation>& activations() const { return activations_; }
    [[nodiscard]] const Calls& calls() const { return calls_; }
    [[nodiscard]] const Dynamo& dynamo() const { return dynamo_; }
    [[nodiscard]] torch::Release release() const { return knowledge_.release; }
    // Calls and decorators that hand something to torch.compile, in the file and in what it calls, in the order in
    // which they were first reached.
    [[nodiscard]] std::span<const syntax::Node> sites() const { return sites_.all(); }
    [[nodiscard]] const std::deque<Claim>& claims() const { return claims_; }  // of the file itself

    // Where the analysis ended before it was complete: what it says holds, but there may be more.
    [[nodiscard]] const std::optional<Stop>& stopped() const { return stopped_; }

    // The join over all compiled activations; what eager code gave if it was reached in no compiled one, and
    // Kind::never if in neither.
    [[nodiscard]] Value value(syntax::Node expression) const;
    [[nodiscard]] bool reached(syntax::Node expression) const;  // in some compiled activation
    // What was known right before the test of an `if`, `elif` or `while`; null if not reached.
    [[nodiscard]] const State* state_at(syntax::Node test) const;

  private:
    friend class Interpreter;
    Program(std::shared_ptr<const names::File> file, const Options& options);

    struct Known {
        Value value = never();
        bool compiled = false;  // whether the value is that of compiled code
    };
    [[nodiscard]] const Known& known(syntax::Node expression) const;

    std::vector<std::shared_ptr<const names::File>> files_;
    Store store_;
    std::deque<Class> classes_;
    std::deque<Activation> activations_;
    std::vector<Entry> entries_;
    std::vector<Known> known_;                                 // by node index
    std::unordered_map<syntax::Node, Known> known_elsewhere_;  // in other files
    std::unordered_map<std::uint32_t, State> states_;
    Options options_;  // without what only serves while it is made
    Dynamo dynamo_;
    torch::Knowledge knowledge_;  // which holds the rows that the events point to
    syntax::DistinctNodes sites_;
    std::deque<Claim> claims_, told_;  // of the file, and of others
    std::optional<Stop> stopped_;
    std::unordered_map<const syntax::Tree*, std::size_t> numbers_;  // of the files but the first
    Calls calls_;
};

}  // namespace values
