// What is handed to torch.compile by its name stays what it is for others. Beside it come what is compiled of it, and
// what makes the function around that.
//
//   compiled = torch.compile(sample)        def _sample_graph(x):
//                                               return x * 2, x.max()
//
//                                           def _sample_shell(graph):
//                                               def sample(x):
//                                                   result, value = graph(x)
//                                                   print(value)
//                                                   return result
//                                               return sample
//
//                                           compiled = _sample_shell(torch.compile(_sample_graph))
#include "analysis/syntax/tree.h"
#include "transforms/edit/layout.h"
#include "transforms/epilogue/writer.h"

#include <algorithm>
#include <string_view>

namespace transforms::epilogue {

using edit::Edit;
using syntax::Node;

namespace {

// Not the lines that a string goes on in.
std::string deeper(std::string_view text, std::string_view step, std::string_view string) {
    const std::size_t begin = string.empty() ? text.size() : text.find(string);
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        const bool is_blank = text.find_first_not_of("\r\n", at) >= end;
        if (!is_blank && (at <= begin || at >= begin + string.size())) result += step;
        result += text.substr(at, end - at);
        at = end;
    }
    return result;
}

std::string definition_of_maker(const ShellText& text, const std::string& documentation, const std::string& around) {
    const std::string_view inner = std::string_view(around).substr(around.find_first_not_of("\r\n"));
    return "def " + text.maker + "(" + text.given + "):" + text.line + deeper(inner, text.step, documentation) +
           text.line + text.line + text.step + "return " + std::string(text.function.name().text());
}

}  // namespace

std::vector<Edit> beside(const ShellText& text, std::vector<Edit> edits, const std::string& documentation,
                         const std::string& around) {
    const std::uint32_t begin = text.function.node.span().begin;
    const std::uint32_t end = edit::end_of_line(text.source, text.function.node.span().end);
    std::vector<Edit> inside;
    std::erase_if(edits, [&](const Edit& each) {
        const bool is_inside = begin <= each.span.begin && each.span.end <= end;
        if (is_inside) inside.push_back({{each.span.begin - begin, each.span.end - begin}, each.text});
        return is_inside;
    });
    const std::string lines = text.line + text.line + text.line;
    edits.push_back({{end, end},
                     lines + edit::apply(text.source.text({begin, end}), inside) + lines +
                         definition_of_maker(text, documentation, around)});
    for (const Node site : text.shell.compiled.sites) {
        const text::Span span = site.span(), given = syntax::Call{site}.arguments().first_child().span();
        edits.push_back({{span.begin, span.begin}, text.maker + "("});
        edits.push_back({given, text.graph});
        edits.push_back({{span.end, span.end}, ")"});
    }
    std::ranges::sort(edits, {}, &Edit::span);
    return edit::well_formed(edits) ? std::move(edits) : std::vector<Edit>{};
}

}  // namespace transforms::epilogue
