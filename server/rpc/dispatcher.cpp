#include "server/rpc/dispatcher.h"

#include "server/logging/log.h"

#include <exception>

namespace rpc {

struct Reply::Pending {
    Pending(Dispatcher* owner, Json request_id) : dispatcher(owner), id(std::move(request_id)) {}
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;
    ~Pending() {
        if (dispatcher != nullptr) finish(failure(id, ErrorCode::internal_error, "the request was not answered"));
    }

    void finish(const Json& message) {
        if (dispatcher == nullptr) return;
        dispatcher->pending_.erase(dump(id));
        std::exchange(dispatcher, nullptr)->send_(message);
    }

    Dispatcher* dispatcher;  // null once the request is answered
    Json id;
    std::stop_source stop;
};

void Reply::operator()(Json result) const { pending_->finish(success(pending_->id, std::move(result))); }

void Reply::fail(ErrorCode code, std::string_view message) const {
    pending_->finish(failure(pending_->id, code, message));
}

std::stop_token Reply::cancelled() const { return pending_->stop.get_token(); }

Dispatcher::~Dispatcher() {
    for (const auto& [id, pending] : pending_)
        if (const auto alive = pending.lock()) alive->dispatcher = nullptr;
}

void Dispatcher::receive(std::string_view body) {
    std::visit([this](auto&& message) { handle(std::move(message)); }, parse(body));
}

void Dispatcher::refuse(std::string_view reason) { handle(Malformed{{}, ErrorCode::parse_error, std::string(reason)}); }

void Dispatcher::end_of_input() { exit_(state_ == State::shut_down ? 0 : 1); }

void Dispatcher::ask(std::string_view method, Json params, std::function<void(const Json&)> then) {
    const Json id = next_id_++;
    asked_[dump(id)] = std::move(then);
    send_(request(id, method, std::move(params)));
}

void Dispatcher::handle(Malformed message) {
    logging::warning("refused a message: " + message.reason);
    send_(failure(std::move(message.id), message.code, message.reason));
}

void Dispatcher::handle(Request message) {
    const std::string key = dump(message.id);
    if (pending_.contains(key)) {
        send_(failure(message.id, ErrorCode::invalid_request, "the id " + key + " is in use by an unanswered request"));
        return;
    }
    const auto pending = std::make_shared<Reply::Pending>(this, message.id);
    pending_[key] = pending;
    const Reply reply(pending);
    try {
        answer(message, reply);
    } catch (const Error& error) {
        reply.fail(error.code, error.what());
    } catch (const std::exception& error) {
        logging::error(message.method + " failed: " + error.what());
        reply.fail(ErrorCode::internal_error, error.what());
    }
}

void Dispatcher::answer(const Request& message, const Reply& reply) {
    const bool initializes = message.method == "initialize";
    if (state_ == State::shut_down) throw Error(ErrorCode::invalid_request, "the server is shut down");
    if (initializes && state_ == State::running)
        throw Error(ErrorCode::invalid_request, "the server is initialized already");
    if (!initializes && state_ == State::waiting_for_initialize)
        throw Error(ErrorCode::not_initialized, "the first request has to be `initialize`");
    if (message.method == "shutdown") {
        state_ = State::shut_down;
        reply(nullptr);
        return;
    }
    const auto handler = requests_.find(message.method);
    if (handler == requests_.end()) throw Error(ErrorCode::method_not_found, "unknown method `" + message.method + "`");
    handler->second(message.params, reply);
    if (initializes) state_ = State::running;
}

void Dispatcher::handle(Notification message) {
    if (message.method == "exit") {
        exit_(state_ == State::shut_down ? 0 : 1);
        return;
    }
    if (state_ != State::running) return;
    try {
        if (message.method == "$/cancelRequest")
            cancel(message.params);
        else if (const auto handler = notifications_.find(message.method); handler != notifications_.end())
            handler->second(message.params);
    } catch (const std::exception& error) {
        logging::error(message.method + " failed: " + error.what());
    }
}

void Dispatcher::cancel(const Json& params) {
    const auto found = pending_.find(dump(params.at("id")));
    if (found == pending_.end()) return;  // answered in the meantime
    if (const auto pending = found->second.lock()) {
        pending->stop.request_stop();
        pending->finish(failure(pending->id, ErrorCode::request_cancelled, "cancelled"));
    }
}

void Dispatcher::handle(Response message) {
    const auto asked = asked_.extract(dump(message.id));
    if (asked.empty()) return;
    if (!message.error.is_null())
        logging::warning("the client answered with an error: " + dump(message.error));
    else
        asked.mapped()(message.result);
}

}  // namespace rpc
