#include "server/modules/view.h"

#include "server/os/os.h"

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
    const Roots*& known = roots_[&importer];
    if (known == nullptr) {
        const std::string path = modules_->absolute(importer.source()->path());
        const std::string folder = os::spelled(std::filesystem::path(path).parent_path());
        known = record_.roots.try_emplace(folder, &modules_->roots_of(folder)).first->second;
    }
    return *known;
}

const Name& View::name_of(const std::string& path) {
    const auto [known, inserted] = record_.names.try_emplace(path);
    if (inserted) known->second = modules_->name_of(path);
    return known->second;
}

std::pair<Answer&, bool> View::ask(std::string_view module, std::string_view word, const names::File& importer) {
    const Roots& roots = roots_of(importer);
    const auto known = record_.answers.find(QuestionOrder::Key{&roots, module, word});
    if (known != record_.answers.end()) return {known->second, false};
    Answer answer{.path = modules_->find(module, roots), .unit = {}, .file = {}};
    if (!answer.path.empty()) answer.unit = modules_->unit(answer.path);
    Question question{.roots = &roots, .module = std::string(module), .word = std::string(word)};
    return {record_.answers.emplace(std::move(question), std::move(answer)).first->second, true};
}

std::shared_ptr<const names::File> View::find(std::string_view module, const names::File& importer) {
    const auto [answer, is_new] = ask(module, "", importer);
    if (is_new && answer.unit && answer.unit->source(answer.path))
        answer.file = answer.unit->file(name_of(answer.path));
    return answer.file;
}

bool View::mentions(std::string_view module, std::string_view word, const names::File& importer) {
    const auto [answer, is_new] = ask(module, word, importer);
    if (is_new && answer.unit) answer.mentioned = answer.unit->mentions(answer.path, word);
    return answer.mentioned;
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
