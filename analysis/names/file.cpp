#include "analysis/names/file.h"

#include <algorithm>
#include <utility>

namespace names {

File::File(std::shared_ptr<const text::Source> source, std::string module, bool is_package, const File* before)
    : source_(std::move(source)), module_(std::move(module)), is_package_(is_package),
      tree_(before ? before->tree_.reparse(*source_) : syntax::Tree::parse(*source_)), names_(tree_) {}

std::string File::absolute(std::string_view dotted) const {
    const std::size_t dots = std::min(dotted.find_first_not_of('.'), dotted.size());
    if (dots == 0) return std::string(dotted);
    std::string_view package = module_;
    for (std::size_t up = is_package_ ? 1 : 0; up < dots; ++up) {
        if (package.empty()) return "";
        const std::size_t dot = package.rfind('.');
        package = package.substr(0, dot == std::string_view::npos ? 0 : dot);
    }
    if (package.empty()) return "";
    std::string joined(package);
    return dots == dotted.size() ? joined : joined.append(".").append(dotted.substr(dots));
}

}  // namespace names
