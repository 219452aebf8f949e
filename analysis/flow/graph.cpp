#include "analysis/flow/graph.h"

#include <algorithm>

namespace flow {

using syntax::Kind;

std::span<const Element> Graph::elements(BlockId id) const {
    const Block& block = (*this)[id];
    return std::span(all_elements).subspan(block.elements_begin, block.elements_end - block.elements_begin);
}

std::span<const Edge> Graph::edges(BlockId id) const {
    const Block& block = (*this)[id];
    return std::span(all_edges).subspan(block.edges_begin, block.edges_end - block.edges_begin);
}

std::optional<std::uint32_t> Graph::first_element_of(syntax::Node statement) const {
    const auto is_inside = [&](const Element& element) { return is_within(element.node, statement); };
    const auto found = std::ranges::find_if(all_elements, is_inside);
    if (found == all_elements.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - all_elements.begin());
}

BlockId Graph::block_of(std::uint32_t element) const {
    const auto behind = std::ranges::upper_bound(blocks, element, {}, &Block::elements_begin);
    return {static_cast<std::uint32_t>(behind - blocks.begin() - 1)};
}

bool can_raise(const Element& element) {
    switch (element.kind) {
        case ElementKind::statement:
            switch (element.node.kind()) {
                case Kind::pass_statement:
                case Kind::break_statement:
                case Kind::continue_statement:
                case Kind::global_statement:
                case Kind::nonlocal_statement: return false;
                default: return true;
            }
        case ElementKind::evaluate:
        case ElementKind::define:
        case ElementKind::bind:
        case ElementKind::enter:
        case ElementKind::produce:
        case ElementKind::test:
        case ElementKind::next:
        case ElementKind::match: return true;
        case ElementKind::unbind:
        case ElementKind::leave:
        case ElementKind::caught:
        case ElementKind::swallow: return false;
    }
    return true;
}

syntax::Node decided_by(syntax::Node test) {
    syntax::Node node = test.parent();
    while (node.is(Kind::boolean_operator) || node.is(Kind::not_operator) || node.is(Kind::parenthesized_expression)) {
        node = node.parent();
    }
    return node;
}

std::string_view kind_name(ElementKind kind) {
    switch (kind) {
        case ElementKind::statement: return "statement";
        case ElementKind::evaluate: return "evaluate";
        case ElementKind::define: return "define";
        case ElementKind::bind: return "bind";
        case ElementKind::unbind: return "unbind";
        case ElementKind::enter: return "enter";
        case ElementKind::leave: return "leave";
        case ElementKind::produce: return "produce";
        case ElementKind::test: return "test";
        case ElementKind::next: return "next";
        case ElementKind::match: return "match";
        case ElementKind::caught: return "caught";
        case ElementKind::swallow: return "swallow";
    }
    return "";
}

}  // namespace flow
