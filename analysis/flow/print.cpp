#include "analysis/flow/print.h"

#include "analysis/flow/build.h"

namespace flow {

namespace {

std::string name(BlockId id) { return std::string("b").append(std::to_string(id.index)); }

std::string_view first_line(syntax::Node node) {
    const std::string_view text = node.text();
    return text.empty() ? "(missing)" : text.substr(0, text.find_first_of("\r\n"));
}

std::string line_number(syntax::Node node) {
    return std::to_string(node.tree()->source().line_at(node.span().begin) + 1);
}

void print_element(std::string& out, const Element& element) {
    const std::string line = element.node ? line_number(element.node) : "";
    const std::string_view kind = kind_name(element.kind);
    out.append(line.size() < 6 ? 6 - line.size() : 0, ' ').append(line).append("  ").append(kind);
    out.append(11 - kind.size(), ' ').append(first_line(element.node)).append("\n");
}

std::string_view name(EdgeKind kind, ElementKind last) {
    switch (kind) {
        case EdgeKind::next: return "";
        case EdgeKind::yes: return last == ElementKind::test ? "true " : last == ElementKind::next ? "next " : "yes ";
        case EdgeKind::no: return last == ElementKind::test ? "false " : last == ElementKind::next ? "done " : "no ";
        case EdgeKind::return_: return "return ";
        case EdgeKind::break_: return "break ";
        case EdgeKind::continue_: return "continue ";
        case EdgeKind::raise: return "raise ";
    }
    return "";
}

void print_block(std::string& out, const Graph& graph, BlockId id) {
    const Block& block = graph[id];
    out.append("\n").append(name(id)).append(block.reachable ? "\n" : " (unreachable)\n");
    for (const Element& element : graph.elements(id)) print_element(out, element);
    const ElementKind last = graph.elements(id).empty() ? ElementKind::statement : graph.elements(id).back().kind;
    for (const Edge& edge : graph.edges(id)) {
        out.append("        ").append(name(edge.kind, last)).append("-> ").append(name(edge.target)).append("\n");
    }
    if (block.exit == Exit::end) out += "        end\n";
    if (block.exit == Exit::raise) out += "        raise\n";
    if (block.handler != no_block) out.append("        except -> ").append(name(block.handler)).append("\n");
}

}  // namespace

std::string print(const Graph& graph) {
    std::string out("== ");
    out.append(line_number(graph.body)).append(": ");
    out.append(graph.body.is(syntax::Kind::module) ? "module" : first_line(graph.body)).append("\n");
    for (BlockId id; id.index < graph.blocks.size(); ++id.index) print_block(out, graph, id);
    return out;
}

std::string print(const syntax::Tree& tree) {
    std::string out;
    for (const syntax::Node body : bodies(tree.root())) {
        if (!out.empty()) out += "\n";
        out += print(build(body));
    }
    return out;
}

}  // namespace flow
