// What the elements of a graph do to the variables of its scope. Read by liveness and must_defined.
#pragma once

#include "analysis/flow/graph.h"
#include "analysis/names/module.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace flow {

struct Use {
    enum class Form : std::uint8_t {
        read,
        bind,
        may_bind,  // by a `:=` that is not evaluated every time
        unbind,
        capture,  // by a function, lambda or generator, which may read it (or bind it: `nonlocal`) from now on
    };
    Form form = Form::read;
    std::uint32_t slot = 0;
    constexpr bool operator==(const Use&) const = default;
};

class Uses {
  public:
    Uses(const Graph& graph, const names::Module& names);

    [[nodiscard]] const names::Scope& scope() const { return scope_; }
    // By index into Graph::all_elements; reads come before what is bound.
    [[nodiscard]] std::span<const Use> of(std::uint32_t element) const;
    // Whether `locals()`, `eval()` or their like can read everything.
    [[nodiscard]] bool all_are_read() const { return all_are_read_; }
    // Nothing if the name belongs to another scope (`global`, `nonlocal`, or never bound here).
    [[nodiscard]] std::optional<std::uint32_t> slot(std::string_view name) const;

  private:
    struct Occurrence {
        std::uint32_t node;
        std::uint32_t slot;
        names::BindingKind kind;
    };

    enum class Part : std::uint8_t { read, bound, both };

    void add(const Element& element);
    void add_header(syntax::Node clause, Part part);
    void add(syntax::Node root, Part part);
    void add_read(syntax::Node identifier);
    void add_binding(syntax::Node identifier, const Occurrence& occurrence, syntax::Node root, std::vector<Use>& bound);

    const names::Module& names_;
    const names::Scope& scope_;
    std::vector<Occurrence> occurrences_;  // in source order
    std::vector<Use> uses_;
    std::vector<std::uint32_t> ends_;  // by element
    bool all_are_read_ = false;
};

}  // namespace flow
