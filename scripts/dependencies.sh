# Sourced by the other scripts: finds what is missing on this machine and installs it with apt.
# Sets `root`, the folder of the project, whatever folder the script was called from.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# What the Swift toolchain itself needs to build and link, then the libraries and fonts of Tumble.
toolchain_packages=(
  gcc g++ libc6-dev git ca-certificates libncurses6 libxml2 libcurl4 libedit2 libsqlite3-0 libpython3.11
  zlib1g-dev tzdata pkg-config
)
library_packages=(libchipmunk-dev libsdl2-dev libcairo2-dev fonts-dejavu-core)
test_packages=(xvfb xauth xdotool valgrind python3)
check_packages=(debootstrap libclang-rt-14-dev)

# Installs those of the named packages that are not there; quick and silent when all are.
install_missing() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "this machine has no apt; install what these Debian packages hold, then build with swift: $*"
  local missing=() package
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "these Debian packages are missing, and only root can install them: ${missing[*]}"
    apt=(sudo "${apt[@]}")
  fi
  say "Installing with apt: ${missing[*]}"
  local log
  log=$(mktemp)
  if ! { "${apt[@]}" update -q && "${apt[@]}" install -y -q --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "apt could not install: ${missing[*]}"
  fi
  rm -f "$log"
}

require_swift() {
  command -v swift >/dev/null || fail "swift is not on the PATH; Tumble needs Swift 6 (https://www.swift.org/install)"
}
