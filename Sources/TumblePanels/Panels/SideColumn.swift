import TumbleGeometry
import TumbleLooks

/// The column at the right edge: the scene's controls, what is selected, the world, layers, animations and the profile, each with its heading.
struct SideColumn {
  let state: InterfaceState
  let place: Rect

  func build(in ui: PanelBuilder) {
    ui.window(
      "side", at: Vector(place.max.x, place.min.y), pivot: Vector(1, 0), width: place.width,
      limit: place.size,
      padding: Vector(12, 10), .scrolls
    ) {
      var isFirst = true
      func section(
        _ id: Int, _ title: String, subtitle: String = "", _ panel: InterfacePanel, _ body: () -> Void
      ) {
        if !isFirst { ui.divider() }
        isFirst = false
        ui.identified(by: id) {
          if ui.heading(title, subtitle: subtitle, style: .strong) { ui.actions.append(.close(panel)) }
          ui.space(4)
          body()
        }
      }
      if let controls = state.controls {
        section(6, "Controls", .controls) {
          PropertyGroupsView(groups: [PropertyGroup("", controls.rows)]).build(in: ui)
        }
      }
      if let graph = state.graph {
        section(7, "Graph", subtitle: graph.title, .graph) {
          PropertyGroupsView(groups: graph.groups).build(in: ui)
        }
      }
      if let inspector = state.inspector {
        section(1, inspector.title, subtitle: inspector.subtitle, .inspector) {
          PropertyGroupsView(groups: inspector.groups).build(in: ui)
          if !inspector.message.isEmpty {
            ui.space(4)
            ui.paragraph(inspector.message, .body, ui.theme.dim)
          }
        }
      }
      if let world = state.world {
        section(2, "World", .world) { PropertyGroupsView(groups: world.groups).build(in: ui) }
      }
      if let animations = state.animations {
        section(3, "Animation layers", .animations) { AnimationLayersView(state: animations).build(in: ui) }
      }
      if let layers = state.layers {
        section(4, "Layers", .layers) { LayersView(state: layers).build(in: ui) }
      }
      if let profile = state.profile {
        section(5, "Frame time", .profile) { ProfileView(state: profile).build(in: ui) }
      }
    }
  }
}
