// Messages -> handlers, and their answers back: the life of a connection from `initialize` to `exit`, cancellation, and
// the rule that every request gets exactly one answer. Lives on one thread, the writer's; lsp::Server fills its table.
#pragma once

#include "server/rpc/message.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace rpc {

class Dispatcher;

// The right to answer one request, now or later. Copies share it: the first answer counts, later ones are dropped, and
// if all copies go without one, the client is told of an internal error. Used on the writer's thread only.
class Reply {
  public:
    void operator()(Json result) const;
    void fail(ErrorCode code, std::string_view message) const;
    [[nodiscard]] std::stop_token cancelled() const;

  private:
    friend class Dispatcher;
    struct Pending;
    explicit Reply(std::shared_ptr<Pending> pending) : pending_(std::move(pending)) {}
    std::shared_ptr<Pending> pending_;
};

class Dispatcher {
  public:
    using Send = std::function<void(const Json& message)>;
    using Exit = std::function<void(int status)>;

    Dispatcher(Send send, Exit exit) : send_(std::move(send)), exit_(std::move(exit)) {}
    Dispatcher(const Dispatcher&) = delete;
    Dispatcher& operator=(const Dispatcher&) = delete;
    ~Dispatcher();

    // `Params` has a from_json that throws where the parameters are not what the protocol says.
    template <class Params>
    void on_request(std::string method, std::function<void(Params, Reply)> handler) {
        requests_[std::move(method)] = [handler = std::move(handler)](const Json& params, Reply reply) {
            handler(typed<Params>(params), std::move(reply));
        };
    }
    template <class Params>
    void on_notification(std::string method, std::function<void(Params)> handler) {
        notifications_[std::move(method)] = [handler = std::move(handler)](const Json& params) {
            handler(typed<Params>(params));
        };
    }

    void receive(std::string_view body);
    void refuse(std::string_view reason);  // what came was no message
    void end_of_input();

    void notify(std::string_view method, Json params) { send_(notification(method, std::move(params))); }
    // `then` gets the result; an error of the client ends in the log.
    void ask(std::string_view method, Json params, std::function<void(const Json& result)> then);

  private:
    friend struct Reply::Pending;
    enum class State : std::uint8_t { waiting_for_initialize, running, shut_down };

    template <class Params>
    static Params typed(const Json& params) {
        try {
            return params.get<Params>();
        } catch (const Json::exception& error) {
            throw Error(ErrorCode::invalid_params, error.what());
        }
    }

    void handle(Request message);
    void handle(Notification message);
    void handle(Response message);
    void handle(Malformed message);
    void answer(const Request& message, const Reply& reply);
    void cancel(const Json& params);

    Send send_;
    Exit exit_;
    State state_ = State::waiting_for_initialize;
    std::unordered_map<std::string, std::function<void(const Json&, Reply)>> requests_;
    std::unordered_map<std::string, std::function<void(const Json&)>> notifications_;
    std::unordered_map<std::string, std::weak_ptr<Reply::Pending>> pending_;  // by the JSON text of the id
    std::unordered_map<std::string, std::function<void(const Json&)>> asked_;
    std::int64_t next_id_ = 1;
};

}  // namespace rpc
