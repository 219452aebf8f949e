// Files as they see each other: one that is parsed and resolved, and who hands out the others.
#pragma once

#include "analysis/names/module.h"
#include "analysis/syntax/tree.h"
#include "analysis/text/source.h"

#include <memory>
#include <string>
#include <string_view>

namespace names {

// Immutable, and shared by all programs that read it.
class File {
  public:
    // `module` is the dotted name that it is imported by; empty if nobody can.
    // `before` is a File of an earlier text, where only what changed is parsed again; may be null.
    File(std::shared_ptr<const text::Source> source, std::string module, bool is_package, const File* before = nullptr);

    [[nodiscard]] const std::shared_ptr<const text::Source>& source() const { return source_; }
    [[nodiscard]] const syntax::Tree& tree() const { return tree_; }
    [[nodiscard]] const Module& names() const { return names_; }
    [[nodiscard]] std::string_view module() const { return module_; }
    [[nodiscard]] bool is_package() const { return is_package_; }

    // What an import written here means: in "a.b", "..c" is "c" of the package around: "a.c" if "a.b" is one itself.
    // Empty if it leads out of the packages.
    [[nodiscard]] std::string absolute(std::string_view dotted) const;

  private:
    std::shared_ptr<const text::Source> source_;
    std::string module_;
    bool is_package_;
    syntax::Tree tree_;
    Module names_;
};

// Who knows the other files: the server, which has a file system. Asked from several threads at once; an answer does
// not change while a Program is made.
class Files {
  public:
    virtual ~Files() = default;
    // The file of a module, of a package its `__init__.py`, as code in `importer` finds it; null if there is none to
    // read.
    [[nodiscard]] virtual std::shared_ptr<const File> find(std::string_view module, const File& importer) = 0;
    // Whether the text of that module holds the word at all, which is known without parsing it.
    [[nodiscard]] virtual bool mentions(std::string_view module, std::string_view word, const File& importer) = 0;
    // The file of a source, which may have been found and read before.
    [[nodiscard]] virtual std::shared_ptr<const File> file(std::shared_ptr<const text::Source> source) = 0;
};

}  // namespace names
