#include "server/rpc/parent.h"

#include <cerrno>
#include <csignal>

namespace rpc {

void Parent::watch(pid_t process) {
    timer_.expires_after(interval);
    timer_.async_wait([this, process](boost::system::error_code error) {
        if (error) return;
        if (::kill(process, 0) != 0 && errno == ESRCH)
            gone_();
        else
            watch(process);
    });
}

}  // namespace rpc
