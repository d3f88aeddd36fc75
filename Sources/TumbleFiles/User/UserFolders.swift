import Foundation

/// Where a person's files of Tumble are kept, by the XDG Base Directory Specification (0.8).
///
/// Each is `tumble` in the folder that its variable names. A variable that is empty or not an absolute path counts as not set,
/// as the specification says; without it the folder is in the home folder. nil where there is no home folder either.
package struct UserFolders: Hashable, Sendable {
  /// Settings: `$XDG_CONFIG_HOME`, else `~/.config`.
  package let config: String?
  /// What goes on from one run to the next: `$XDG_STATE_HOME`, else `~/.local/state`.
  package let state: String?
  /// What can be made again: `$XDG_CACHE_HOME`, else `~/.cache`.
  package let cache: String?

  /// Nothing is read and nothing kept.
  package static let none = UserFolders(environment: [:])

  package init(environment: [String: String]) {
    func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let home = absolute("HOME")
    func folder(_ name: String, _ fallback: String) -> String? {
      (absolute(name) ?? home.map { $0 + "/" + fallback }).map { $0 + "/tumble" }
    }
    config = folder("XDG_CONFIG_HOME", ".config")
    state = folder("XDG_STATE_HOME", ".local/state")
    cache = folder("XDG_CACHE_HOME", ".cache")
  }
}
