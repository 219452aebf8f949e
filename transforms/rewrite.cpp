#include "transforms/rewrite.h"

namespace transforms {

std::string_view to_string(Safety safety) {
    switch (safety) {
        case Safety::safe: return "safe";
        case Safety::unsafe: return "unsafe";
        case Safety::suggestion: return "suggestion";
    }
    return "";
}

std::string_view to_string(Form form) {
    switch (form) {
        case Form::plain: return "plain";
        case Form::gated: return "gated";
        case Form::guarded: return "guarded";
    }
    return "";
}

}  // namespace transforms
