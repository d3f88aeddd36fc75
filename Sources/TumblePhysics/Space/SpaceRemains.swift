/// What a space lets go of at its end.
///
/// What nobody else refers to dies. The C objects are given back together, which is a good part of the time that it takes.
/// What users have attached goes last: the code that it runs as it dies finds nothing that is half gone.
struct SpaceRemains {
  private var memory: [UnsafeMutableRawPointer] = []
  private var userData: [AnyObject] = []

  init(objects: Int) { memory.reserveCapacity(objects) }

  /// Empties a list, and cuts off from the space what somebody else refers to.
  @inline(__always)
  mutating func collect<Object: SpaceMember>(_ list: inout [Object], cutOff: (Object) -> Void) {
    // A property is asked for again at every use, a variable is not.
    var objects = list
    list = []
    objects.withUnsafeMutableBufferPointer { objects in
      for i in objects.indices {
        if isKnownUniquelyReferenced(&objects[i]) {
          objects[i].leavesMemory = true
          memory.append(objects[i].memory)
          if let data = objects[i].takeUserData() { userData.append(data) }
        } else {
          cutOff(objects[i])
        }
      }
    }
  }

  /// Once the lists' objects are gone.
  mutating func giveBack() {
    memory.withUnsafeBufferPointer { EngineMemory.giveBack($0) }
    memory = []
    userData = []
  }
}

/// What a space keeps alive: a Swift object that owns a C object.
protocol SpaceMember: AnyObject {
  var memory: UnsafeMutableRawPointer { get }
  /// Whether somebody else gives the memory back once the object is gone.
  var leavesMemory: Bool { get set }
  /// Takes away what holds the data that a user has attached; nil for none.
  func takeUserData() -> AnyObject?
}

extension Body: SpaceMember {
  var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  func takeUserData() -> AnyObject? {
    defer { extras = nil }
    return extras
  }
}

extension Shape: SpaceMember {
  var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  func takeUserData() -> AnyObject? {
    defer { ownUserData = nil }
    return ownUserData
  }
}

extension Constraint: SpaceMember {
  var memory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

  func takeUserData() -> AnyObject? { nil }
}
