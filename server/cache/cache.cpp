#include "server/cache/cache.h"

#include "server/cache/archive.h"
#include "server/cache/result.h"
#include "server/cache/store.h"
#include "server/os/os.h"

#include <filesystem>
#include <set>
#include <unordered_map>
#include <utility>

namespace cache {
namespace {

// Whatever a result depends on besides the files. Empty where a program does not find itself.
std::string key_of(const analysis::Options& options, const modules::Roots& packages) {
    // Looked at once: where another program takes the place of this one, the results of this one are not those of it.
    static const std::optional<files::Stamp> program = files::stamp_of(os::program_file());
    if (!program) return "";
    std::error_code error;
    std::string key = "program";
    for (const std::uint64_t part : {program->device, program->inode, program->size}) key += " " + std::to_string(part);
    for (const std::int64_t time : {program->modified, program->changed}) key += " " + std::to_string(time);
    key += "\nfolder " + os::spelled(std::filesystem::current_path(error)) + "\n" + analysis::settings_text(options);
    for (const std::string& folder : packages) key += "packages " + folder + "\n";
    return key;
}

std::string entry_key(std::string path, const output::Asked& asked) {
    if (!asked.empty()) path += '\0';
    if (!asked.claims.empty()) path += "claims";
    return path;
}

std::vector<std::string> words_of(const output::Asked& asked) {
    std::vector<std::string> all = asked.functions;
    for (const values::Claim& claim : asked.claims) all.push_back(values::spelled(claim));
    return all;
}

}  // namespace

struct Cache::Contents {
    Contents(std::string path_, Store store_, std::shared_ptr<modules::Modules> modules_)
        : path(std::move(path_)), store(std::move(store_)), modules(modules_), world(std::move(modules_)),
          holds(store.facts.size()) {
        world.seen = std::move(store.seen);
    }

    // A run in which nothing is new does not ask for any.
    std::uint32_t number_of(const Fact& fact) {
        if (numbers.empty())
            for (std::uint32_t i = 0; i < store.facts.size(); ++i) numbers.emplace(spelled(store.facts[i]), i);
        const auto [known, inserted] =
            numbers.try_emplace(spelled(fact), static_cast<std::uint32_t>(store.facts.size()));
        if (inserted) store.facts.push_back(fact);
        return known->second;
    }

    static std::string spelled(const Fact& fact) {
        Saver saver;
        saver(fact);
        return std::move(saver.bytes());
    }

    bool still_holds(std::uint32_t fact) {
        if (!holds[fact]) holds[fact] = world.still_holds(store.facts[fact]);
        return *holds[fact];
    }

    std::string path;
    Store store;
    std::shared_ptr<modules::Modules> modules;
    World world;
    std::vector<std::optional<bool>> holds;  // the facts, today
    std::unordered_map<std::string, std::uint32_t> numbers;
    std::set<std::string, std::less<>> texts;
    bool has_news = false;
};

Cache::Cache(const std::string& folder, const analysis::Options& options, std::shared_ptr<modules::Modules> modules) {
    const std::string key = key_of(options, modules->packages());
    std::string path = key.empty() ? "" : folder + "/" + files::to_string(files::hash_of(key)) + ".facts";
    Store store = load(path);
    contents_ = std::make_unique<Contents>(std::move(path), std::move(store), std::move(modules));
}

Cache::~Cache() = default;

std::optional<output::Result> Cache::find(const std::string& path, const output::Asked& asked) {
    const std::lock_guard lock(mutex_);
    Contents& in = *contents_;
    const auto found = in.store.entries.find(entry_key(path, asked));
    if (found == in.store.entries.end() || found->second.asked != words_of(asked)) return std::nullopt;
    const Entry& entry = found->second;
    if (!in.world.still_holds({.kind = Fact::Kind::text, .about = in.modules->absolute(path), .hash = entry.hash}))
        return std::nullopt;
    for (const std::uint32_t fact : entry.facts)
        if (!in.still_holds(fact)) return std::nullopt;
    const SourceOf source_of = [&](const std::string& shown, files::Hash hash) {
        const std::string absolute = in.modules->absolute(shown);
        const auto unit = in.modules->unit(absolute);
        const auto& source = unit->source(absolute);
        return source && source->path() == shown && unit->hash() == hash ? source : nullptr;
    };
    return decode(entry.result, source_of, [&](std::string_view text) -> std::string_view {
        const auto known = in.texts.find(text);
        return known != in.texts.end() ? *known : *in.texts.emplace(text).first;
    });
}

void Cache::keep(const files::Loaded& loaded, const modules::Record& record, const output::Result& result,
                 const output::Asked& asked) {
    Entry entry{
        .hash = files::hash_of(*loaded.source), .asked = words_of(asked), .facts = {}, .result = encode(result)};
    const std::vector<Fact> facts = facts_of(record);
    const std::lock_guard lock(mutex_);
    Contents& in = *contents_;
    for (const Fact& fact : facts) entry.facts.push_back(in.number_of(fact));
    in.holds.resize(in.store.facts.size());
    for (const auto& [question, answer] : record.answers)
        if (answer.unit) in.world.see(answer.path, answer.unit->stamp(), answer.unit->hash());
    in.world.see(in.modules->absolute(loaded.source->path()), loaded.stamp, entry.hash);
    in.store.entries.insert_or_assign(entry_key(loaded.source->path(), asked), std::move(entry));
    in.has_news = true;
}

void Cache::save() {
    Contents& in = *contents_;
    in.world.look_again();
    if (!in.has_news && !in.world.has_news) return;
    std::erase_if(in.store.entries, [](const auto& entry) { return !files::stamp_of(entry.first.c_str()); });
    in.store.seen = std::move(in.world.seen);
    if (make(os::spelled(std::filesystem::path(in.path).parent_path()))) cache::save(in.path, in.store);
}

}  // namespace cache
