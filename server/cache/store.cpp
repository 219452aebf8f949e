#include "server/cache/store.h"

#include "server/cache/archive.h"
#include "server/files/read.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace cache {
namespace {

constexpr std::string_view magic = "graphmend facts 1\n";

std::string seal(std::string_view body) {
    Saver saver;
    files::Hash hash = files::hash_of(body);
    saver(hash);
    return std::string(magic) + std::move(saver.bytes());
}

// Who made the seal may have put anything behind it.
bool is_whole(const Store& store) {
    const auto is_known = [&](std::uint32_t fact) { return fact < store.facts.size(); };
    return std::ranges::all_of(store.entries,
                               [&](const auto& entry) { return std::ranges::all_of(entry.second.facts, is_known); });
}

}  // namespace

void Store::compact() {
    constexpr std::uint32_t unused = ~std::uint32_t{0};
    std::vector<std::uint32_t> moved(facts.size(), unused);
    std::vector<Fact> used;
    for (auto& [path, entry] : entries)
        for (std::uint32_t& fact : entry.facts) {
            if (moved[fact] == unused) {
                moved[fact] = static_cast<std::uint32_t>(used.size());
                used.push_back(std::move(facts[fact]));
            }
            fact = moved[fact];
        }
    facts = std::move(used);
}

Store load(const std::string& path) {
    const auto read = files::read(path);
    const auto* bytes = std::get_if<std::string>(&read);
    if (bytes == nullptr || !bytes->starts_with(magic)) return {};
    // The seal is as long as its hash needs; what is behind it must be what was sealed.
    Loader seal_loader(std::string_view(*bytes).substr(magic.size()));
    files::Hash hash;
    seal_loader(hash);
    const std::string_view body = seal_loader.rest();
    if (files::hash_of(body) != hash) return {};
    Loader loader(body);
    Store store;
    loader(store.facts);
    loader(store.entries);
    loader(store.seen);
    return loader.at_end() && is_whole(store) ? std::move(store) : Store{};
}

bool save(const std::string& path, Store& store) {
    store.compact();
    Saver saver;
    saver(store.facts);
    saver(store.entries);
    saver(store.seen);
    return !files::write(path, seal(saver.bytes()) + saver.bytes());
}

}  // namespace cache
