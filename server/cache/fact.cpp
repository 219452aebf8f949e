#include "server/cache/fact.h"

#include "server/files/load.h"

#include <utility>
#include <variant>

namespace cache {
namespace {

std::string spelled(const modules::Roots& roots) {
    std::string text;
    for (const std::string& root : roots) text += root + "\n";
    return text;
}

modules::Roots roots_in(const std::string& text) {
    modules::Roots roots;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        roots.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return roots;
}

}  // namespace

std::vector<Fact> facts_of(const modules::Record& record) {
    std::vector<Fact> facts;
    for (const auto& [folder, roots] : record.roots)
        facts.push_back({.kind = Fact::Kind::roots, .about = folder, .what = spelled(*roots)});
    for (const auto& [path, name] : record.names)
        facts.push_back({.kind = Fact::Kind::name, .about = path, .what = name.module, .yes = name.is_package});
    for (const auto& [question, answer] : record.answers) {
        facts.push_back({.kind = Fact::Kind::found,
                         .about = spelled(*question.roots),
                         .word = question.module,
                         .what = answer.path});
        if (answer.path.empty()) continue;
        facts.push_back({.kind = question.word.empty() ? Fact::Kind::text : Fact::Kind::mention,
                         .about = answer.path,
                         .word = question.word,
                         .hash = answer.unit->hash(),
                         .yes = answer.mentioned});
    }
    return facts;
}

bool World::still_holds(const Fact& fact) {
    switch (fact.kind) {
        case Fact::Kind::roots: return spelled(modules_->roots_of(fact.about)) == fact.what;
        case Fact::Kind::name: return modules_->name_of(fact.about) == modules::Name{fact.what, fact.yes};
        case Fact::Kind::found: return modules_->find(fact.word, roots_in(fact.about)) == fact.what;
        case Fact::Kind::text: return hash_of(fact.about) == fact.hash;
        case Fact::Kind::mention:
            return hash_of(fact.about) == fact.hash ||
                   modules_->unit(fact.about)->mentions(fact.about, fact.word) == fact.yes;
    }
    return false;
}

void World::see(const std::string& path, const std::optional<files::Stamp>& stamp, files::Hash hash) {
    if (!stamp) return;
    if (files::is_fresh(*stamp, started_)) {
        young_[path] = hash;
    } else {
        seen[path] = {.stamp = *stamp, .hash = hash};
        has_news = true;
    }
}

void World::look_again() {
    for (const auto& [path, hash] : std::exchange(young_, {})) {
        const std::int64_t then = files::now();
        const std::optional<files::Stamp> stamp = files::stamp_of(path);
        if (!stamp || files::is_fresh(*stamp, then)) continue;
        const auto loaded = files::load(path);
        const auto* file = std::get_if<files::Loaded>(&loaded);
        if (file == nullptr || files::hash_of(*file->source) != hash) continue;
        seen[path] = {.stamp = *stamp, .hash = hash};
        has_news = true;
    }
}

files::Hash World::hash_of(const std::string& path) {
    const auto [known, inserted] = now_.try_emplace(path);
    if (!inserted) return known->second;
    const std::optional<files::Stamp> stamp = files::stamp_of(path);
    if (!stamp) return known->second;
    const auto before = seen.find(path);
    if (before != seen.end() && before->second.stamp == *stamp) return known->second = before->second.hash;
    const std::shared_ptr<modules::Unit> unit = modules_->unit(path);
    if (unit->source(path)) see(path, unit->stamp(), unit->hash());
    return known->second = unit->hash();
}

}  // namespace cache
