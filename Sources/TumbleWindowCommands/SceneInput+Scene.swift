import TumbleInput
import TumbleScenes

extension SceneInput {
  init(_ input: Scene.Input) {
    self.init(
      id: input.id, keys: input.keys, reverse: input.reverseKeys, pad: input.pad,
      pointer: input.pointer?.rawValue)
  }
}
