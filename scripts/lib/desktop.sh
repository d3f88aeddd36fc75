# Sourced by scripts/install, scripts/uninstall and scripts/package: where things are installed, and how they are taken away.

default_prefix() {
  if [ "$(id -u)" -eq 0 ]; then printf '/usr/local\n'; else printf '%s\n' "$HOME/.local"; fi
}

# A path from the root, whether or not there is something.
absolute() {
  case $1 in /*) printf '%s\n' "${1%/}" ;; *) printf '%s\n' "$PWD/${1%/}" ;; esac
}

# The day of the source: that of SOURCE_DATE_EPOCH, of the latest commit, or of the change log.
source_date() {
  local seconds=${SOURCE_DATE_EPOCH:-}
  [ -n "$seconds" ] || seconds=$(git -C "$root" log -1 --format=%ct 2>/dev/null) || seconds=
  [ -n "$seconds" ] || seconds=$(stat -c %Y "$root/CHANGELOG.md")
  date -u -d "@$seconds" +%Y-%m-%d
}

# The folder of a path that is there: itself, or the nearest that it is to be made in.
nearest_folder() {
  local path=$1
  while [ ! -e "$path" ]; do path=$(dirname "$path"); done
  printf '%s\n' "$path"
}

# remove_installed MANIFEST DESTDIR: takes away the files that a manifest lists, then the folders that were made for them
# (they end in a slash) where nothing else has come into them.
remove_installed() {
  [ -f "$1" ] || return 0
  local paths path index
  mapfile -t paths <"$1"
  for path in "${paths[@]}"; do
    case $path in */) ;; *) rm -f "$2$path" ;; esac
  done
  for ((index = ${#paths[@]} - 1; index >= 0; index--)); do
    path=${paths[index]}
    # The indexes that refresh_desktop had made there, of nothing now.
    case $path in
    */share/applications/) [ "$(ls "$2$path" 2>/dev/null)" != mimeinfo.cache ] || rm "$2$path/mimeinfo.cache" ;;
    */share/mime/) [ -d "$2$path/packages" ] || rm -rf "$2$path" ;;
    esac
    case $path in */) rmdir "$2$path" 2>/dev/null || true ;; esac
  done
}

# Desktops keep indexes of menus, of types of files and of icons; those that are not there need none.
refresh_desktop() {
  command -v update-desktop-database >/dev/null && update-desktop-database -q "$1/share/applications" 2>/dev/null || true
  command -v update-mime-database >/dev/null && [ -d "$1/share/mime/packages" ] &&
    update-mime-database "$1/share/mime" >/dev/null 2>&1 || true
  command -v gtk-update-icon-cache >/dev/null && [ -f "$1/share/icons/hicolor/index.theme" ] &&
    gtk-update-icon-cache -q -t -f "$1/share/icons/hicolor" 2>/dev/null || true
}
