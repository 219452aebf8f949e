// The statements behind which something must be done however they are left: `with`, `try`; early exits through them.
#include "analysis/flow/builder.h"

#include <algorithm>
#include <array>

namespace flow {

using syntax::Field;
using syntax::Kind;
using syntax::Node;

namespace {

bool has_alias(Node except_clause) {
    for (const Node child : except_clause.children()) {
        if (child.field() == Field::alias || (child.is(Kind::as_pattern) && child.child(Field::alias))) return true;
    }
    return false;
}

bool is_group(Node except_clause) {  // `except*`
    constexpr std::string_view keyword = "except";
    const std::string_view text = except_clause.text();
    const std::size_t behind = text.find_first_not_of(" \t\f\\\r\n", keyword.size());
    return behind != std::string_view::npos && text[behind] == '*';
}

}  // namespace

// enter, body, leave. Where the body has a handler of its own: leave, swallow, on to the handler outside.
void Builder::with_statement(Node node) {
    struct Region {
        Node item;
        Label outside, cleanup;
        bool swallows;
    };
    std::vector<Region> regions;
    for (const Node item : node.child(Kind::with_clause).children()) {
        if (!item.is(Kind::with_item)) continue;
        out_.emit(ElementKind::enter, item);
        const bool swallows = !may_swallow_ || may_swallow_(item);
        Region region{.item = item, .outside = out_.handler(), .cleanup = {}, .swallows = swallows};
        if (region.swallows || region.outside) region.cleanup = out_.label();
        out_.protect(region.cleanup);  // when none, none is outside, either
        frames_.push_back({.form = Frame::Form::with, .node = item});
        regions.push_back(region);
    }
    suite(node.child(Field::body));
    for (; !regions.empty(); regions.pop_back()) {
        const Region& region = regions.back();
        frames_.pop_back();
        if (out_.open()) out_.emit(ElementKind::leave, region.item);
        if (!region.cleanup) continue;
        const Label after = out_.label();
        out_.jump(after);
        out_.protect(region.outside);
        out_.place(region.cleanup);
        if (out_.open()) out_.emit(ElementKind::leave, region.item);
        if (out_.open() && region.swallows) {
            const Label goes_on = out_.label();
            out_.branch(ElementKind::swallow, region.item, after, goes_on);
            out_.place(goes_on);
        }
        out_.raise();
        out_.place(after);
    }
}

void Builder::try_statement(Node node) {
    const Label outside = out_.handler();
    const Label done = out_.label();
    const Node finally = node.child(Kind::finally_clause);
    if (finally) {
        const Label start = out_.label();
        frames_.push_back({.form = Frame::Form::finally, .end = start});
        out_.protect(start);
    }
    const Label around = out_.handler();
    const Label dispatch = out_.label();
    const bool catches = static_cast<bool>(node.child(Kind::except_clause));
    if (catches) out_.protect(dispatch);
    suite(node.child(Field::body));
    if (const Node otherwise = node.child(Kind::else_clause)) {
        out_.protect(around);
        suite(otherwise.child(Field::body));
    }
    out_.jump(done);
    out_.protect(around);
    if (catches) {
        out_.place(dispatch);
        except_clauses(node, done);
    }
    if (finally)
        finally_clause(finally, done, outside);
    else
        out_.place(done);
}

void Builder::except_clauses(Node try_statement, Label done) {
    bool is_of_groups = false;
    for (const Node clause : try_statement.children()) {
        if (!clause.is(Kind::except_clause)) continue;
        is_of_groups = is_group(clause);
        const Label next = out_.label();
        if (clause.child(Field::value)) {
            const Label yes = out_.label();
            out_.branch(ElementKind::caught, clause, yes, next);
            out_.place(yes);
        }
        // `except*` goes on to the next clause with the rest of the group, even when its body raises.
        except_body(clause, is_of_groups ? next : out_.handler());
        out_.jump(is_of_groups ? next : done);
        out_.place(next);
    }
    if (is_of_groups) {
        const Label goes_on = out_.label();
        out_.resume(std::array{Assembler::To{EdgeKind::next, done}, Assembler::To{EdgeKind::raise, goes_on}});
        out_.place(goes_on);
    }
    out_.raise();
}

void Builder::except_body(Node clause, Label handler) {
    const Label outside = out_.handler();
    const Label after = out_.label();
    const bool unbinds = has_alias(clause);
    const Label cleanup = unbinds && handler ? out_.label() : handler;
    if (unbinds) {
        out_.emit(ElementKind::bind, clause);
        frames_.push_back({.form = Frame::Form::alias, .node = clause});
    }
    out_.protect(cleanup);
    suite(clause.child(Kind::block));
    if (unbinds) {
        frames_.pop_back();
        if (out_.open()) out_.emit(ElementKind::unbind, clause);
    }
    out_.jump(after);
    if (cleanup != handler) {
        out_.protect(handler);
        out_.place(cleanup);
        if (out_.open()) out_.emit(ElementKind::unbind, clause);
        out_.raise();
    }
    out_.protect(outside);
    out_.place(after);
}

void Builder::finally_clause(Node clause, Label done, Label outside) {
    const Frame frame = frames_.back();
    frames_.pop_back();
    out_.protect(outside);
    out_.place(done);
    const bool falls_through = out_.open();
    out_.place(frame.end);
    suite(clause.child(Kind::block));

    std::vector<Assembler::To> ways;
    const auto add = [&](bool taken, EdgeKind kind) {
        if (taken) ways.push_back({.kind = kind, .label = out_.label()});
    };
    add(falls_through, EdgeKind::next);
    add(frame.returns, EdgeKind::return_);
    add(frame.breaks, EdgeKind::break_);
    add(frame.continues, EdgeKind::continue_);
    add(true, EdgeKind::raise);
    out_.resume(ways);
    for (; !ways.empty(); ways.pop_back()) {  // what follows the statement comes last
        const auto [kind, label] = ways.back();
        out_.place(label);
        if (kind == EdgeKind::raise)
            out_.raise();
        else if (kind != EdgeKind::next && out_.open())
            unwind(kind);
    }
}

// From here to where `how` leads, by way of everything that must be done before.
void Builder::unwind(EdgeKind how) {
    for (auto frame_at = frames_.rbegin(); frame_at != frames_.rend(); ++frame_at) {
        Frame& frame = *frame_at;
        switch (frame.form) {
            case Frame::Form::with: out_.emit(ElementKind::leave, frame.node); break;
            case Frame::Form::alias: out_.emit(ElementKind::unbind, frame.node); break;
            case Frame::Form::loop:
                if (how == EdgeKind::break_) return out_.jump(frame.end, how);
                if (how == EdgeKind::continue_) return out_.jump(frame.next, how);
                break;
            case Frame::Form::finally:
                frame.returns |= how == EdgeKind::return_;
                frame.breaks |= how == EdgeKind::break_;
                frame.continues |= how == EdgeKind::continue_;
                return out_.jump(frame.end, how);
        }
    }
    out_.jump(exit_, how);
}

bool Builder::in_loop() const {
    return std::ranges::any_of(frames_, [](const Frame& frame) { return frame.form == Frame::Form::loop; });
}

}  // namespace flow
