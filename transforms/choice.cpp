#include "transforms/choice.h"

namespace transforms {

namespace {

bool is_wanted(const Fix& fix, const Choice& choice) {
    const bool is_proven = fix.safety == Safety::safe || (choice.unsafe && fix.safety == Safety::unsafe);
    if (!is_proven || fix.edits.empty() || (!fix.needs.empty() && !choice.runtime)) return false;
    switch (choice.form) {
        case Form::plain: return fix.form == Form::plain;
        case Form::gated: return fix.form == Form::gated || (fix.form == Form::plain && fix.safety == Safety::safe);
        case Form::guarded: return fix.form != Form::gated && fix.assumed.empty();
    }
    return false;
}

}  // namespace

// Another rewrite that assumes something is not worth more than a safe one.
const Fix* chosen(std::span<const Fix> fixes, const Choice& choice) {
    std::string_view safe;
    const Fix* best = nullptr;
    for (const Fix& fix : fixes)
        if (safe.empty() && fix.safety == Safety::safe && is_wanted(fix, choice)) safe = fix.rewrite;
    for (const Fix& fix : fixes) {
        if (!is_wanted(fix, choice) || (!safe.empty() && fix.safety == Safety::unsafe && fix.rewrite != safe)) continue;
        if (best == nullptr || proof::tests_of(fix.tests) < proof::tests_of(best->tests)) best = &fix;
    }
    return best;
}

}  // namespace transforms
