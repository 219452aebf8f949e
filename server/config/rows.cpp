#include "server/config/rows.h"

#include "analysis/torch/embed/make.h"
#include "analysis/torch/embed/merge.h"
#include "server/files/read.h"

#include <algorithm>
#include <set>
#include <utility>

namespace config {
namespace {

using embed::Line;

// The cells that say something: a null only takes away what a built-in row says.
Line without_nulls(Line line) {
    std::erase_if(line.cells.get_ref<embed::Json::object_t&>(), [](const auto& cell) { return cell.second.is_null(); });
    return line;
}

void check(const std::vector<Line>& lines, torch::Release release, embed::Errors& errors) {
    std::set<std::string, std::less<>> names;
    for (const Line& line : lines) names.insert(line.name);
    const auto has_row = [&](std::string_view name) {
        return names.contains(name) || torch::find(torch::canonical(name, release), release) != nullptr;
    };
    std::vector<Line> complete;
    std::ranges::transform(lines, std::back_inserter(complete), without_nulls);
    embed::check(complete, {has_row, [](std::string_view id) { return torch::find_break(id) != nullptr; }}, errors);
    for (const Line& line : complete)
        if (const auto alias = line.cells.find("alias"); alias != line.cells.end()) {
            const std::string target = alias->get<std::string>();
            if (line.cells.size() > 1)
                errors.push_back(line.where + ": an alias has no cells of its own");
            else if (names.contains(target) || !has_row(target))
                errors.push_back(line.where + ": '" + line.name + "' stands for '" + target +
                                 "', which has no built-in row");
        }
}

// Each starts from the built-in row of its name, or of the name that it stands for.
torch::Row made(embed::Maker& maker, const Line& line, torch::Release release) {
    const auto alias = line.cells.find("alias");
    const bool is_alias = alias != line.cells.end() && !alias->is_null();
    const std::string target = is_alias ? alias->get<std::string>() : line.name;
    const torch::Row* base = torch::find(torch::canonical(target, release), release);
    const bool is_same = base != nullptr && (is_alias || base->name == line.name);
    return maker.make(line, is_same ? *base : torch::Row{});
}

Error as_error(const std::string& text, std::size_t more) {
    const std::size_t colon = std::min(text.find(": "), text.size());
    const std::string others = more == 0 ? "" : " (and " + std::to_string(more) + " more)";
    return {.path = text.substr(0, colon), .reason = text.substr(std::min(colon + 2, text.size())) + others};
}

}  // namespace

std::variant<std::shared_ptr<const torch::OwnRows>, Error> read_rows(std::span<const std::string> paths,
                                                                     analysis::Version torch) {
    embed::Errors errors;
    const torch::Release release{torch.major, torch.minor};
    auto own = std::make_shared<torch::OwnRows>();
    for (const std::string& path : paths) {
        auto text = files::read(path);
        if (const auto* error = std::get_if<files::IoError>(&text)) return Error{.path = path, .reason = error->reason};
        own->source += std::get<std::string>(text);
    }
    std::vector<Line> lines = embed::read_all(paths, embed::Order::any, errors);
    if (errors.empty()) check(lines, release, errors);
    if (!errors.empty()) return as_error(errors.front(), errors.size() - 1);

    auto maker = std::make_shared<embed::Maker>();
    for (const Line& line : lines)
        if (line.since <= release && release < line.until) own->rows.push_back(made(*maker, line, release));
    own->texts = std::move(maker);
    return own;
}

}  // namespace config
