# For release and its test: what depends on the processor, and the system, that packages are for. `root` and `die` are there.
# shellcheck shell=bash disable=SC2034,SC2154

# choose PROCESSOR: sets what its packages are called (no `debian`: there is none), which preset makes its program, and,
# where that is not the machine's own, with which toolchain and which of Debian's packages. What no emulator runs is asked
# of the build for this machine, which is `host` then.
choose() {
    processor=$1
    platforms=manylinux_2_17_$processor.manylinux2014_$processor.musllinux_1_1_$processor
    case $processor in
        x86_64) debian=amd64 codes=(linux-x64 alpine-x64) ;;
        aarch64) debian=arm64 codes=(linux-arm64 alpine-arm64) ;;
        macos-arm64) debian='' codes=(darwin-arm64) platforms=macosx_11_0_arm64 ;;
        macos-x86_64) debian='' codes=(darwin-x64) platforms=macosx_11_0_x86_64 ;;
        windows-x86_64) debian='' codes=(win32-x64) platforms=win_amd64 ;;
        *) die "no packages are made for $processor" ;;
    esac
    preset=static toolchain='' host='' cross='' cross_needs=()
    [[ $processor != "$(uname -m)" ]] || return 0
    preset=static-$processor toolchain=$root/cmake/$processor.cmake
    if [[ $processor == macos-* || $processor == windows-* ]]; then
        host=$root/build/static cross_needs=(llvm:llvm-objdump)
        return
    fi
    cross=-$debian-cross
    cross_needs=("g++-$processor-linux-gnu:$processor-linux-gnu-g++" "qemu-user-static:qemu-$processor-static")
    [[ -e $toolchain ]] || die "packages for $processor are made on a machine with that processor only"
}
