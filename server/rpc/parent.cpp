#include "server/rpc/parent.h"

#include "server/os/processes.h"

namespace rpc {

void Parent::watch(std::int64_t process) {
    timer_.expires_after(interval);
    timer_.async_wait([this, process](boost::system::error_code error) {
        if (error) return;
        if (os::is_running(process))
            watch(process);
        else
            gone_();
    });
}

}  // namespace rpc
