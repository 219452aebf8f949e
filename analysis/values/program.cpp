#include "analysis/values/program.h"

#include "analysis/values/interpret/interpreter.h"

#include <algorithm>

namespace values {

namespace {

// The files that a program has read.
class FilesRead : public names::Files {
  public:
    explicit FilesRead(std::span<const std::shared_ptr<const names::File>> files) : files_(files.subspan(1)) {}

    std::shared_ptr<const names::File> find(std::string_view module, const names::File&) override {
        const auto found = std::ranges::find(files_, module, [](const auto& each) { return each->module(); });
        return found == files_.end() ? nullptr : *found;
    }
    bool mentions(std::string_view module, std::string_view word, const names::File& importer) override {
        const auto file = find(module, importer);
        return file && file->source()->text().find(word) != std::string_view::npos;
    }
    std::shared_ptr<const names::File> file(std::shared_ptr<const text::Source> source) override {
        return std::make_shared<const names::File>(std::move(source), "", false);
    }

  private:
    std::span<const std::shared_ptr<const names::File>> files_;
};

}  // namespace

void Calls::add(const Activation& activation) {
    const auto put = [](Index& index, syntax::Node node, const Activation* one) {
        Activations& all = index[node];
        if (all.empty() || all.back() != one) all.push_back(one);
    };
    put(of_, activation.function.node, &activation);
    for (const FollowedCall& call : activation.calls) {
        put(to_, call.callee->function.node, &activation);
        places_[call.callee->function.node].add(call.node);
        if (!activation.compiled) continue;
        put(compiled_to_, call.callee->function.node, &activation);
        put(at_, call.node, call.callee);
    }
}

void Calls::add(const Entry& entry) {
    if (entry.activation) sites_[entry.activation->function.node].add(entry.site);
}

const Calls::Activations& Calls::in(const Index& index, syntax::Node node) {
    static const Activations none;
    const auto found = index.find(node);
    return found == index.end() ? none : found->second;
}

const std::vector<syntax::Node>& Calls::in(const Places& places, syntax::Node function) {
    static const std::vector<syntax::Node> none;
    const auto found = places.find(function);
    return found == places.end() ? none : found->second.all();
}

Program::Program(std::shared_ptr<const names::File> file, const Options& options)
    : files_{std::move(file)}, known_(tree().size()), options_(options), dynamo_(options.dynamo),
      knowledge_(options.torch), told_(options.claims.begin(), options.claims.end()) {
    options_.files = nullptr;
}

Program::~Program() = default;

std::unique_ptr<const Program> Program::interpret(std::shared_ptr<const names::File> file, const Options& options) {
    std::unique_ptr<Program> program(new Program(std::move(file), options));
    Interpreter(*program, options).run();
    for (const Activation& each : program->activations_) program->calls_.add(each);
    for (const Entry& each : program->entries_) program->calls_.add(each);
    return program;
}

std::unique_ptr<const Program> Program::with_text(std::shared_ptr<const text::Source> text) const {
    const names::File& file = *files_.front();
    FilesRead others(files_);
    Options options = options_;
    options.files = &others;
    return interpret(
        std::make_shared<const names::File>(std::move(text), std::string(file.module()), file.is_package()), options);
}

std::size_t Program::number_of(syntax::Node node) const {
    if (node.tree() == &tree()) return 0;
    const auto found = numbers_.find(node.tree());
    return found == numbers_.end() ? files_.size() : found->second;
}

const Program::Known& Program::known(syntax::Node expression) const {
    static const Known nothing;
    if (expression.tree() == &tree()) return known_[expression.index()];
    const auto found = known_elsewhere_.find(expression);
    return found == known_elsewhere_.end() ? nothing : found->second;
}

Value Program::value(syntax::Node expression) const { return known(expression).value; }

bool Program::reached(syntax::Node expression) const { return known(expression).compiled; }

const State* Program::state_at(syntax::Node test) const {
    const auto found = test.tree() == &tree() ? states_.find(test.index()) : states_.end();
    return found == states_.end() ? nullptr : &found->second;
}

}  // namespace values
