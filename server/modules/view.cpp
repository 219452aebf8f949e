#include "server/modules/view.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace modules {

bool Record::mentions(const std::string& path) const {
    return names.contains(path) ||
           std::ranges::any_of(answers, [&](const auto& known) { return known.second.path == path; });
}

bool Record::holds(Modules& modules) const {
    const auto same_roots = [&](const auto& known) { return &modules.roots_of(known.first) == known.second; };
    const auto same_name = [&](const auto& known) { return modules.name_of(known.first) == known.second; };
    const auto same_answer = [&](const auto& known) {
        const auto& [question, answer] = known;
        if (modules.find(question.module, *question.roots) != answer.path) return false;
        if (answer.path.empty()) return true;
        const std::shared_ptr<Unit> unit = modules.unit(answer.path);
        if (unit == answer.unit) return true;
        if (!question.word.empty()) return unit->mentions(answer.path, question.word) == answer.mentioned;
        static_cast<void>(unit->source(answer.path));  // so that it has a hash
        return unit->hash() == answer.unit->hash();
    };
    return std::ranges::all_of(roots, same_roots) && std::ranges::all_of(names, same_name) &&
           std::ranges::all_of(answers, same_answer);
}

const Roots& View::roots_of(const names::File& importer) {
    const std::string path = modules_->absolute(importer.source()->path());
    const Roots*& known = record_.roots[std::filesystem::path(path).parent_path().string()];
    if (known == nullptr) known = &modules_->roots_of(std::filesystem::path(path).parent_path().string());
    return *known;
}

const Name& View::name_of(const std::string& path) {
    const auto [known, inserted] = record_.names.try_emplace(path);
    if (inserted) known->second = modules_->name_of(path);
    return known->second;
}

std::shared_ptr<const names::File> View::find(std::string_view module, const names::File& importer) {
    const Roots& roots = roots_of(importer);
    const auto [known, inserted] = record_.answers.try_emplace({&roots, std::string(module), ""});
    Answer& answer = known->second;
    if (!inserted) return answer.file;
    answer.path = modules_->find(module, roots);
    if (answer.path.empty()) return nullptr;
    answer.unit = modules_->unit(answer.path);
    if (answer.unit->source(answer.path)) answer.file = answer.unit->file(name_of(answer.path));
    return answer.file;
}

bool View::mentions(std::string_view module, std::string_view word, const names::File& importer) {
    const Roots& roots = roots_of(importer);
    const auto [known, inserted] = record_.answers.try_emplace({&roots, std::string(module), std::string(word)});
    Answer& answer = known->second;
    if (!inserted) return answer.mentioned;
    answer.path = modules_->find(module, roots);
    if (answer.path.empty()) return false;
    answer.unit = modules_->unit(answer.path);
    return answer.mentioned = answer.unit->mentions(answer.path, word);
}

std::shared_ptr<const names::File> View::file(std::shared_ptr<const text::Source> source) {
    const std::string path = modules_->absolute(source->path());
    const Name& name = name_of(path);
    const std::shared_ptr<Unit> unit = modules_->unit(path);
    unit->put(source);
    // Text that is not on the disk, such as standard input: nobody else sees it.
    const auto& known = unit->source(path);
    if (known != source && (!known || known->text() != source->text()))
        return std::make_shared<const names::File>(std::move(source), name.module, name.is_package);
    return unit->file(name);
}

}  // namespace modules
