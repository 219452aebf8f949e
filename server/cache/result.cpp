#include "server/cache/result.h"

#include "server/cache/archive.h"

#include <map>
#include <utility>
#include <vector>

// The structured bindings name every member: one that is added and forgotten here does not compile.

namespace cache {
namespace {

using Sources = std::vector<std::shared_ptr<const text::Source>>;

class ResultSaver : public Saves<ResultSaver> {
  public:
    using Saves::operator();
    // Each source once: its path and hash where it is first met, then its number.
    void operator()(const std::shared_ptr<const text::Source>& source) {
        const auto [known, inserted] = numbers_.try_emplace(source.get(), numbers_.size());
        (*this)(known->second);
        if (!inserted) return;
        (*this)(source->path());
        const files::Hash hash = files::hash_of(*source);
        (*this)(hash.high);
        (*this)(hash.low);
    }

  private:
    std::map<const text::Source*, std::size_t> numbers_;
};

class ResultLoader : public Loads<ResultLoader> {
  public:
    ResultLoader(std::string_view bytes, const SourceOf& source_of, const Keep& keep)
        : Loads(bytes), source_of_(source_of), keep_(keep) {}

    using Loads::operator();
    void operator()(std::shared_ptr<const text::Source>& source) {
        const std::size_t number = up_to(sources_.size());
        if (ok() && number == sources_.size()) read_source();
        if (ok()) source = sources_[number];
    }
    // Texts that outlive the bytes.
    [[nodiscard]] std::string_view kept(std::string_view text) const { return keep_(text); }

  private:
    void read_source() {
        std::string path;
        files::Hash hash;
        (*this)(path);
        (*this)(hash.high);
        (*this)(hash.low);
        sources_.push_back(ok() ? source_of_(path, hash) : nullptr);
        if (!sources_.back()) fail();
    }

    const SourceOf& source_of_;
    const Keep& keep_;
    Sources sources_;
};

}  // namespace
}  // namespace cache

namespace text {
template <class Archive>
void fields(Archive& archive, Span& span) {
    auto& [begin, end] = span;
    archive(begin, end);
}
template <class Archive>
void fields(Archive& archive, LineColumn& at) {
    auto& [line, column] = at;
    archive(line, column);
}
}  // namespace text

namespace rules {
template <class Archive>
void fields(Archive& archive, Step& step) {
    auto& [path, at, text] = step;
    archive(path, at, text);
}
template <class Archive>
void fields(Archive& archive, CallSite& site) {
    auto& [source, span, statement, function] = site;
    archive(source, span, statement, function);
}
template <class Archive>
void fields(Archive& archive, Finding& finding) {
    auto& [source, code, name, message, severity, outcome, confidence, reach, when, span, statement, gb, function,
           trail, entry, option, calls] = finding;
    archive(source, code, name, message, severity, outcome, confidence, reach, when, span, statement, gb, function,
            trail, entry, option, calls);
}
}  // namespace rules

namespace values {
template <class Archive>
void fields(Archive& archive, Claim& claim) {
    auto& [base, path, calls, file, at, text] = claim;
    archive(base, path, calls, file, at, text);
}
}  // namespace values

namespace analysis {
template <class Archive>
void fields(Archive& archive, Place& place) {
    auto& [path, at, text] = place;
    archive(path, at, text);
}
template <class Archive>
void fields(Archive& archive, EntryPoint& entry) {
    auto& [site, by, function] = entry;
    archive(site, by, function);
}
template <class Archive>
void fields(Archive& archive, Outline& outline) {
    auto& [name, bases, members] = outline;
    archive(name, bases, members);
}
template <class Archive>
void fields(Archive& archive, Elsewhere& elsewhere) {
    auto& [there, at_call, called] = elsewhere;
    archive(there, at_call, called);
}
}  // namespace analysis

namespace transforms::edit {
template <class Archive>
void fields(Archive& archive, Edit& edit) {
    auto& [span, text] = edit;
    archive(span, text);
}
}  // namespace transforms::edit

namespace transforms::proof {
template <class Archive>
void fields(Archive& archive, Guard& guard) {
    auto& [property, relation, subject, part, other, operand, join, parts, assumable] = guard;
    archive(property, relation, subject, part, other, operand, join, parts, assumable);
}
}  // namespace transforms::proof

namespace transforms {
template <class Archive>
void fields(Archive& archive, Fix& fix) {
    auto& [rewrite, title, safety, form, assumes, needs, edits, tests, assumed, measurable, evidence] = fix;
    archive(rewrite, title, safety, form, assumes, needs, edits, tests, assumed, measurable, evidence);
}
template <class Archive>
void fields(Archive& archive, Proposal& proposal) {
    auto& [fixes, declined, advice] = proposal;
    archive(fixes, declined, advice);
}
}  // namespace transforms

namespace files {
template <class Archive>
void fields(Archive& archive, Failure& failure) {
    auto& [path, reason] = failure;
    archive(path, reason);
}
}  // namespace files

namespace output {
template <class Archive>
void fields(Archive& archive, Item& item) {
    // What a run on PyTorch said is kept elsewhere, and is news.
    auto& [source, finding, proposal, confirmed] = item;
    archive(source, finding, proposal);
    confirmed.clear();
}
template <class Archive>
void fields(Archive& archive, Result& result) {
    auto& [path, items, elsewhere, failed_elsewhere, failure, entry_points, claims, outlines, applied, diff] = result;
    archive(path, items, elsewhere, failed_elsewhere, failure, entry_points, claims, outlines, applied, diff);
}
}  // namespace output

namespace cache {

std::string encode(const output::Result& result) {
    ResultSaver saver;
    saver(result);
    return std::move(saver.bytes());
}

std::optional<output::Result> decode(std::string_view bytes, const SourceOf& source_of, const Keep& keep) {
    ResultLoader loader(bytes, source_of, keep);
    output::Result result;
    loader(result);
    if (!loader.at_end()) return std::nullopt;
    return result;
}

}  // namespace cache
