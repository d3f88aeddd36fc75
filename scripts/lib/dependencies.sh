# Sourced by the other scripts: finds what is missing on this machine and installs it with apt.
# Sets `root`, the folder of the project, whatever folder the script was called from.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

# Prints the comment at the head of the script that is run, where `--help` asks for it, and ends it.
help_if_asked() {
  [ "${1-}" = --help ] || return 0
  sed -n '2,/^[^#]/{/^#/s/^# \{0,1\}//p}' "$0"
  exit 0
}

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# What the Swift toolchain needs to build and link (its debugger and its editor support need more), then the libraries
# and fonts of Tumble. Where releases name a package differently, the names stand together with `|` between them:
# those of Debian 12 and 13 and of Ubuntu 22.04 and 24.04.
toolchain_packages=(
  gcc g++ libc6-dev git ca-certificates libncurses6 libxml2 'libcurl4t64|libcurl4' libsqlite3-0 libuuid1
  zlib1g-dev tzdata pkg-config
)
library_packages=(
  libchipmunk-dev libsdl2-dev libdbus-1-dev libcairo2-dev 'libjpeg62-turbo-dev|libjpeg-turbo8-dev' libimgui-dev
  libfreetype-dev fonts-dejavu-core
)
test_packages=(xvfb xauth xdotool 'dbus-daemon|dbus' openbox valgrind python3 ffmpeg parallel)
check_packages=(debootstrap python3-venv)
# Some 300 MB: only for the parts of scripts/check that open exported pages and pictures that move.
browser_packages=(chromium)
# Some 500 MB: only for the part of scripts/check that loads exported motion. Blender reads glTF by numpy.
model_packages=(blender python3-numpy)
# R, for the examples with tables; the other readers of tables come from PyPI.
table_packages=(r-base-core)
scaling_packages=(slurmctld slurmd slurm-client munge util-linux)

is_installed() {
  dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed
}

# The first of the names `a|b|…` that passes a test.
first_name() {
  local name
  for name in ${2//|/ }; do
    if "$1" "$name"; then
      printf '%s\n' "$name"
      return
    fi
  done
  return 1
}

# Whether this release has a package of that very name: `apt-get install` takes a name that others provide too, but it
# is never found installed afterwards. (`grep -q` would leave at the first match, and with `pipefail` an apt-cache that is
# still writing fails the pipeline: apt 3 does so now and then.)
is_available() {
  apt-cache policy "$1" 2>/dev/null | grep 'Candidate: [^(]' >/dev/null
}

# Installs those of the named packages that are not there; quick and silent when all are.
install_missing() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "this machine has no apt; install what these Debian packages hold, then build with swift: $*"
  local missing=() names
  for names in "$@"; do
    first_name is_installed "$names" >/dev/null || missing+=("$names")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local apt=(env DEBIAN_FRONTEND=noninteractive apt-get)
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "these packages are missing, and only root can install them: ${missing[*]}"
    apt=(sudo "${apt[@]}")
  fi
  local log
  log=$(mktemp)
  "${apt[@]}" update -q >"$log" 2>&1 || say "apt could not update every list of packages; going on with those it has"
  local packages=() name
  for names in "${missing[@]}"; do
    name=$(first_name is_available "$names") || {
      tail -n 20 "$log" >&2
      rm -f "$log"
      fail "this release has no package named ${names//|/ or }; see https://www.swift.org/install for the releases that Swift supports"
    }
    packages+=("$name")
  done
  say "Installing with apt: ${packages[*]}"
  if ! "${apt[@]}" install -y -q --no-install-recommends "${packages[@]}" >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    fail "apt could not install: ${packages[*]}"
  fi
  rm -f "$log"
}

require_swift() {
  command -v swift >/dev/null || fail "swift is not on the PATH; Tumble needs Swift 6 (https://www.swift.org/install)"
}

# What C is compiled with. The solver's is optimized in debug builds too: as vectors are the least of all things made for
# debugging, it would be 12 × slower. And valgrind does not read the newest debugging information of optimized C.
# shellcheck disable=SC2034
c_flags=(-Xcc -O2 -Xcc -gdwarf-4)

# Valgrind over the program of the wrapper's lifetimes, with its arguments. Debug builds take no memory from pools, so that
# the use of what is gone is seen.
lifetimes_under_valgrind() {
  swift build "${c_flags[@]}" --product wrapper-lifetimes
  valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite --errors-for-leak-kinds=definite \
    "$(swift build "${c_flags[@]}" --show-bin-path)/wrapper-lifetimes" "$@"
}

# All tests are run optimized: they take a third of the time, and test what ships, but that they see the names that are not
# public. What only debug builds check (the standard library's own unsafe buffers, memory that is not used again) is checked
# by `scripts/check address`, by valgrind, and by the tests of `scripts/test --quick`. They have a folder of their own: other
# flags in the folder of what ships would build that again.
# shellcheck disable=SC2034
optimized_flags=(-c release -Xswiftc -enable-testing "${c_flags[@]}" --scratch-path "$root/.build/tests")
# Edits of each property of every scene, and changes of every scene's text: values alone, which take longer than all the
# rest where they are built for debugging.
# shellcheck disable=SC2034
long_tests='SceneEditTests|SceneTextPatchPropertyTests/random'
