#include "server/pages/pages.h"

#include <string>

namespace pages {

std::string_view find(std::string_view code) {
    const std::string heading = "# " + std::string(code) + " ";
    for (const std::string_view page : all())
        if (page.starts_with(heading)) return page;
    return "";
}

}  // namespace pages
