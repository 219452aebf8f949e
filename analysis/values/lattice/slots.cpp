#include "analysis/values/lattice/slots.h"

#include "analysis/values/lattice/pool.h"

#include <algorithm>
#include <utility>

namespace values {

Slots::Slots(std::size_t size, Value value) : Slots(std::vector<Value>(size, value)) {}

// Level by level, from the leaves up.
Slots::Slots(std::vector<Value> values) : size_(values.size()) {
    std::vector<Link> level;
    for (std::size_t begin = 0; begin < values.size(); begin += width) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
        const auto last = first + static_cast<std::ptrdiff_t>(std::min(width, values.size() - begin));
        level.push_back(std::make_shared<Node>(Node{.values = {first, last}, .children = {}}));
    }
    for (; level.size() > 1; below_ *= width) {
        std::vector<Link> above;
        for (std::size_t i = 0; i < level.size(); ++i) {
            if (i % width == 0) above.push_back(std::make_shared<Node>());
            above.back()->children.push_back(std::move(level[i]));
        }
        level = std::move(above);
    }
    if (!level.empty()) root_ = std::move(level.front());
}

Value Slots::operator[](std::size_t slot) const {
    const Node* node = root_.get();
    for (std::size_t below = below_; below > 1; below /= width) node = node->children[slot / below % width].get();
    return node->values[slot % width];
}

void Slots::set(std::size_t slot, Value value) {
    if ((*this)[slot] == value) return;
    joined_ = nullptr;
    Link* link = &root_;
    for (std::size_t below = below_; below > 1; below /= width) link = &own(*link).children[slot / below % width];
    own(*link).values[slot % width] = value;
}

bool Slots::operator==(const Slots& other) const {
    return size_ == other.size_ && (root_ == other.root_ || equal(*root_, *other.root_));
}

bool Slots::equal(const Node& one, const Node& other) {
    const auto alike = [](const Link& a, const Link& b) { return a == b || equal(*a, *b); };
    return one.values == other.values && std::ranges::equal(one.children, other.children, alike);
}

const Slots::Sum& Slots::sum(const Node& node) {
    Sum& sum = node.sum;
    if (sum.known) return sum;
    sum = {.known = true};
    for (const Value value : node.values) {
        mix(sum.hash, values::hash(value));
        sum.depth = std::max<std::size_t>(sum.depth, value.depth);
    }
    for (const Link& child : node.children) {
        const Sum& part = Slots::sum(*child);
        mix(sum.hash, part.hash);
        sum.depth = std::max(sum.depth, part.depth);
    }
    return sum;
}

}  // namespace values
