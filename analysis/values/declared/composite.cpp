#include "analysis/values/declared/composite.h"

#include "analysis/values/declared/classes.h"

#include <algorithm>

namespace values {

bool is_composite(Value value) {
    const auto holds = [](Value item) { return item.is_tensor() || is_composite(item); };
    if (value.is(Kind::sequence)) {
        const Sequence& held = value.sequence();
        return held.form == Sequence::Form::modules ||
               ((held.form == Sequence::Form::tuple || held.form == Sequence::Form::list) &&
                std::ranges::any_of(held.items, holds));
    }
    if (value.is(Kind::mapping))
        return value.mapping().modules || holds(value.mapping().rest) ||
               std::ranges::any_of(value.mapping().items, [&](const auto& item) { return holds(item.second); });
    // Where a base is not read, it may be one whose objects are constants: an int, an Enum.
    if (const Class* class_ = value.is(Kind::object) ? value.object().class_ : nullptr)
        return class_->is_module || (!class_->open && class_->external.empty());
    return value.is(Kind::module);
}

}  // namespace values
