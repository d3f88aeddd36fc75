import CTumbleImGui
import TumbleGeometry
import TumbleInput

/// Scenes with their pictures, to choose from.
struct PickerView {
  let state: PickerState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let card = Rect(center: room.center, size: Size(min(780, room.width), min(600, room.height)))
    ui.window("picker", filling: card, padding: Vector(18, 14), .isModal) {
      if ui.heading(state.isForSaving ? "Save in a folder" : "Scenes") { ui.actions.append(.close(.picker)) }
      ui.space(6)
      let top = ui.row(28)
      if state.isForSaving {
        if ui.button(3, "Save here", in: top.right(104), .primary) { ui.actions.append(.useFolder) }
      } else {
        // The menu's own command.
        if ui.button(3, "New scene", in: top.right(104)) { ui.actions.append(.chooseMenuItem("new-scene")) }
        let all = top.without(right: 114).right(96)
        if ui.button(4, state.folder == nil ? "Folders" : "All scenes", in: all) {
          ui.actions.append(.browse(state.folder == nil))
        }
      }
      let search = top.without(right: state.isForSaving ? 114 : 220)
      // Another folder begins at its top.
      if tumble_ui_window_appears() || ui.scrolledTo.folder != state.folder {
        ui.scrolledTo = (state.folder, nil)
      }
      // A field that has the keyboard keeps its text: each depth of folders has one of its own.
      let field = UInt32(state.folder.map { 10 + $0.count { $0 == "/" } } ?? 1)
      let edited = ui.searchField(field, state.search, in: search, hint: "Search by title or name")
      if let edited { ui.actions.append(.searchScenes(edited)) }
      if let folder = state.folder {
        ui.space(6)
        let row = ui.row(18)
        // Its end says the most of a long path.
        var shown = folder[...]
        while ui.width(of: "…" + shown) > row.width, let slash = shown.dropFirst().firstIndex(of: "/") {
          shown = shown[slash...]
        }
        ui.text(shown.count < folder.count ? "…" + shown : folder, in: row, .small, ui.theme.dim)
      }
      ui.space(state.folder == nil ? 12 : 6)
      var columns = 1
      ui.scrollArea(2, size: Size(0, 0)) { columns = grid(in: ui) }
      keys(columns, ui)
    }
  }

  private func keys(_ columns: Int, _ ui: PanelBuilder) {
    if ui.isPressed(TUMBLE_UI_ESCAPE) { return ui.actions.append(.close(.picker)) }
    guard !state.rows.isEmpty else { return }
    if ui.isPressed(TUMBLE_UI_ENTER), state.rows.indices.contains(state.selected) {
      return ui.actions.append(.openScene(nil))
    }
    var move = 0
    if ui.isPressed(TUMBLE_UI_DOWN, repeats: true) { move = columns }
    if ui.isPressed(TUMBLE_UI_UP, repeats: true) { move = -columns }
    // With a text there the field's own caret moves.
    if state.search.isEmpty {
      if ui.isPressed(TUMBLE_UI_RIGHT, repeats: true) { move = 1 }
      if ui.isPressed(TUMBLE_UI_LEFT, repeats: true) { move = -1 }
    }
    let selected = min(max(state.selected + move, 0), state.rows.count - 1)
    if selected != state.selected { ui.actions.append(.selectScene(selected)) }
  }

  /// Gives the number of columns.
  private func grid(in ui: PanelBuilder) -> Int {
    guard !state.rows.isEmpty else {
      ui.space(24)
      ui.text(
        state.isReading ? "Reading the folders" : "No matches", in: ui.row(24), .body, ui.theme.dim, .center)
      return 1
    }
    let gap = 12.0
    let width = ui.availableWidth - 6
    // Smaller in a low window, so that a row fits with its names.
    let minWidth = min(150, max(96, room.height * 0.42))
    let columns = max(1, Int((width + gap) / (minWidth + gap)))
    let cell = (width - gap * Double(columns - 1)) / Double(columns)
    let height = (cell * 0.72).rounded() + 44
    let seen = ui.windowRect
    for first in stride(from: 0, to: state.rows.count, by: columns) {
      let row = ui.row(height)
      for index in first..<min(first + columns, state.rows.count) {
        let x = row.min.x + Double(index - first) * (cell + gap)
        let rect = Rect(origin: Vector(x, row.min.y), size: Size(cell, height))
        if index == state.selected { scroll(to: rect, seen, ui) }
        if rect.max.y >= seen.min.y, rect.min.y <= seen.max.y {
          build(state.rows[index], index, in: rect, ui)
        }
      }
      ui.space(gap)
    }
    return columns
  }

  private func scroll(to rect: Rect, _ seen: Rect, _ ui: PanelBuilder) {
    guard ui.scrolledTo.row != state.selected else { return }
    // What is new begins at its top, and has its size a frame later.
    if ui.scrolledTo.row == nil {
      ui.scrolledTo.row = -1
      return tumble_ui_scroll_to(0)
    }
    ui.scrolledTo.row = state.selected
    let top = Double(tumble_ui_scroll()) / ui.scale
    if rect.min.y < seen.min.y {
      tumble_ui_scroll_to(ui.pixels(top + rect.min.y - seen.min.y))
    } else if rect.max.y > seen.max.y {
      tumble_ui_scroll_to(ui.pixels(top + rect.max.y - seen.max.y + 4))
    }
  }

  private func build(_ row: PickerState.Row, _ index: Int, in rect: Rect, _ ui: PanelBuilder) {
    let item = ui.item(UInt32(index), in: rect)
    let isSelected = index == state.selected
    let picture = Rect(min: rect.min, max: Vector(rect.max.x, rect.max.y - 44))
    if isSelected || item.contains(.hovered) {
      ui.fill(rect, isSelected ? ui.theme.selection : ui.theme.hovered, rounding: 8)
    }
    let frame = picture.inset(by: 5)
    ui.fill(frame, ui.theme.field, rounding: 5)
    if row.isFolder {
      let body = Rect(center: frame.center, size: Size(frame.height * 0.9, frame.height * 0.6))
      let tab = Rect(origin: Vector(body.min.x, body.min.y - 6), size: Size(body.width * 0.45, 14))
      ui.fill(tab, ui.theme.dim, rounding: 3)
      ui.fill(body, ui.theme.dim, rounding: 5)
    } else if let id = row.picture, let size = ui.pictureSizes[id], size.width > 0, size.height > 0 {
      let scale = min(frame.width / Double(size.width), frame.height / Double(size.height))
      let shown = Size(Double(size.width) * scale, Double(size.height) * scale)
      ui.picture(id, in: Rect(center: frame.center, size: shown), rounding: 5)
    } else {
      ui.text("…", in: frame, .title, ui.theme.dim, .center)
    }
    if isSelected { ui.frame(rect, ui.theme.accent, rounding: 8, thickness: 1.5) }
    let texts = Rect(min: Vector(rect.min.x + 9, picture.max.y), max: Vector(rect.max.x - 9, rect.max.y))
    ui.text(row.title, in: texts.top(22), .strong)
    ui.text(row.name, in: texts.bottom(26).top(18), .small, ui.theme.dim)
    if row.isOwn { ui.text("yours", in: texts.bottom(26).top(18), .small, ui.theme.accent, .right) }
    if item.contains(.clicked) { ui.actions.append(.openScene(row.path)) }
  }
}

/// The table of keys, searchable.
struct HelpView {
  let state: HelpState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let card = Rect(center: room.center, size: Size(min(600, room.width), min(620, room.height)))
    ui.window("help", filling: card, padding: Vector(18, 14), .isModal) {
      if ui.heading("Help") { ui.actions.append(.close(.help)) }
      ui.space(6)
      let search = ui.row(28)
      let edited = ui.searchField(1, state.search, in: search, hint: "Search keys and what they do")
      if let edited { ui.actions.append(.searchHelp(edited)) }
      ui.space(8)
      ui.scrollArea(2, size: Size(0, 0)) { content(in: ui) }
      if ui.isPressed(TUMBLE_UI_ESCAPE) { ui.actions.append(.close(.help)) }
    }
  }

  private func content(in ui: PanelBuilder) {
    if !state.note.isEmpty, state.search.isEmpty {
      ui.text("This scene", in: ui.row(22), .small, ui.theme.dim)
      ui.paragraph(state.note, width: ui.availableWidth - 8)
      ui.space(8)
    }
    var isEmpty = true
    for section in state.sections {
      var hasTitle = false
      for row in section.rows where HelpState.matches(row, in: section, search: state.search) {
        if !hasTitle {
          ui.space(6)
          ui.text(section.title, in: ui.row(22), .small, ui.theme.dim)
          hasTitle = true
        }
        isEmpty = false
        build(row, in: ui)
      }
    }
    if isEmpty {
      ui.space(20)
      ui.text("No matches", in: ui.row(24), .body, ui.theme.dim, .center)
    }
  }

  private func build(_ row: HelpState.Row, in ui: PanelBuilder) {
    let width = ui.availableWidth
    let keysWidth = min(150, width * 0.36)
    let textWidth = width - keysWidth - 24
    let height = max(28, ui.height(of: row.text, width: textWidth) + 10)
    let rect = ui.row(height)
    var x = rect.min.x
    for key in row.keys where x < rect.min.x + keysWidth - 12 {
      x += ui.keyCap(key, at: Vector(x, rect.min.y + 4)) + 5
    }
    let place = Vector(rect.min.x + keysWidth + 12, rect.min.y + 6)
    ui.lines(row.text, at: place, width: textWidth)
  }
}

/// Asks for the name of a file.
struct NamingView {
  let state: NamingState
  let room: Rect

  func build(in ui: PanelBuilder) {
    ui.card("naming", width: 400, in: room) {
      ui.text(state.title, in: ui.row(26), .title)
      ui.space(8)
      let edited = ui.cardField(1, state.name, in: ui.row(28), hint: "name")
      if let edited { ui.actions.append(.typeName(edited)) }
      ui.space(4)
      let isRefused = state.refusal != nil
      ui.paragraph(state.refusal ?? state.detail, .small, isRefused ? ui.theme.danger : ui.theme.dim)
      ui.space(12)
      let answer = ui.answer(
        [("Cancel", .plain), ("Folder…", .plain), ("Save", .primary)],
        keys: [(TUMBLE_UI_ESCAPE, 0), (TUMBLE_UI_ENTER, 2)])
      if answer == 0 { ui.actions.append(.close(.naming)) }
      if answer == 1 { ui.actions.append(.chooseFolder(.naming)) }
      if answer == 2 { ui.actions.append(.confirmName) }
    }
  }
}

/// Asks whether to go on with a session that did not end well.
struct RecoveryView {
  let state: RecoveryState
  let room: Rect

  func build(in ui: PanelBuilder) {
    ui.question(
      "recovery", "Restore the last session?",
      "Tumble did not end properly last time. What was done in this scene was saved.", of: state.scene,
      state.detail, in: room
    ) {
      let answer = ui.answer(
        [("Start over", .plain), ("Restore", .primary)], keys: [(TUMBLE_UI_ESCAPE, 0), (TUMBLE_UI_ENTER, 1)])
      if let answer { ui.actions.append(.recover(answer == 1)) }
    }
  }
}

/// Asks what is to become of edits that are in no file, or of a file that another program has changed.
struct LeavingView {
  let state: LeavingState
  let room: Rect

  func build(in ui: PanelBuilder) {
    guard !state.isChanged else { return buildOverwriting(in: ui) }
    ui.question(
      "leaving", "Save what was edited?", "It is not in the file yet.", of: state.scene, state.detail,
      in: room
    ) {
      let answer = ui.answer(
        [("Cancel", .plain), ("Discard", .danger), ("Save", .primary)],
        keys: [(TUMBLE_UI_ESCAPE, 0), (TUMBLE_UI_ENTER, 2), (TUMBLE_UI_DELETE, 1)])
      if let answer { ui.actions.append(answer == 0 ? .close(.leaving) : .leave(saving: answer == 2)) }
    }
  }

  private func buildOverwriting(in ui: PanelBuilder) {
    ui.question(
      "leaving", "Overwrite its file?", "Another program has changed it since it was read.", of: state.scene,
      state.detail, in: room
    ) {
      let answer = ui.answer(
        [("Cancel", .plain), ("Save as…", .plain), ("Overwrite", .danger)], keys: [(TUMBLE_UI_ESCAPE, 0)])
      guard let answer else { return }
      ui.actions.append(answer == 2 ? .leave(saving: true) : .close(.leaving))
      if answer == 1 { ui.actions.append(.chooseMenuItem(WindowAction.saveAs.rawValue)) }
    }
  }
}

extension PanelBuilder {
  /// A card with a question about a scene, over its answers.
  fileprivate func question(
    _ name: StaticString, _ title: String, _ text: String, of scene: String, _ detail: String, in room: Rect,
    _ answers: () -> Void
  ) {
    card(name, width: 400, in: room) {
      self.text(title, in: row(26), .title)
      space(6)
      paragraph(text, .body, theme.dim)
      space(10)
      let row = row(46)
      fill(row, theme.field, rounding: 6)
      self.text(scene, in: row.inset(by: 12, 0).top(26).lowered(3), .strong)
      self.text(detail, in: row.inset(by: 12, 0).bottom(22).lowered(-3), .small, theme.dim)
      space(14)
      answers()
    }
  }
}

/// A mistake, whole.
struct ErrorView {
  let state: ErrorCardState
  let room: Rect

  func build(in ui: PanelBuilder) {
    ui.card("error", width: 700, in: room, padding: Vector(18, 14)) {
      let row = ui.row(26)
      ui.icon(.warning, in: row.left(18), ui.theme.danger)
      ui.text(state.title, in: row.without(left: 26), .title)
      ui.space(8)
      ui.boxedLines(1, state.message, limit: max(room.height - (state.hint.isEmpty ? 148 : 176), 60))
      if !state.hint.isEmpty {
        ui.space(10)
        ui.paragraph(state.hint)
      }
      ui.space(6)
      ui.paragraph("The scene keeps running unchanged.", .small, ui.theme.dim)
      ui.space(12)
      let answer = ui.answer(
        [("Copy", .plain), ("Close", .primary)], keys: [(TUMBLE_UI_ENTER, 1), (TUMBLE_UI_ESCAPE, 1)])
      if let answer { ui.actions.append(answer == 0 ? .copyError : .close(.error)) }
    }
  }
}

/// Something under way, beside the live world.
struct ProgressView {
  let state: ProgressState
  let room: Rect

  func build(in ui: PanelBuilder) {
    let width = min(340, room.width)
    ui.window(
      "progress", at: Vector(room.center.x, room.min.y + 16), pivot: Vector(0.5, 0), width: width,
      limit: room.size, padding: Vector(14, 12)
    ) {
      let head = ui.row(24)
      ui.text(state.title, in: head.without(right: 84), .strong)
      if ui.button(1, "Stop", in: head.right(72), .danger) { ui.actions.append(.stopProgress) }
      ui.space(8)
      let track = ui.row(6)
      ui.fill(track, ui.theme.field, rounding: 3)
      let part = state.fraction.map { min(max($0, 0), 1) }
      let done = part.map { track.left(max(track.width * $0, 6)) }
      ui.fill(done ?? track.inset(by: track.width * 0.35, 0), ui.theme.accent, rounding: 3)
      guard !state.detail.isEmpty || part != nil else { return }
      ui.space(6)
      let foot = ui.row(16)
      ui.text(state.detail, in: foot.without(right: 48), .small, ui.theme.dim)
      guard let part else { return }
      ui.number((part * 100).rounded(.down), decimals: 0, " %", in: foot, .small, ui.theme.dim, .right)
    }
  }
}
