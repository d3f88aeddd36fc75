import CTumbleChipmunk

// What the engine knows of contacts, in fields for which it has no call.

/// Whether the solver had anything to solve in the latest step; if not, every velocity is as the integrator left it.
func hasSolved(_ space: CSpace) -> Bool {
  space.pointee.arbiters.pointee.num + space.pointee.constraints.pointee.num > 0
}

/// How many pairs of shapes the engine remembers as touching, sensors included, sleepers not.
func contactCount(_ space: CSpace) -> Int { Int(cpHashSetCount(space.pointee.cachedArbiters)) }

/// Goes over them, in no order that holds.
func forEachContact(_ space: CSpace, _ act: (CShape, CShape) -> Void) {
  withoutActuallyEscaping(act) { act in
    withUnsafePointer(to: act) { act in
      cpHashSetEach(
        space.pointee.cachedArbiters,
        { arbiter, act in
          let arbiter = arbiter.unsafelyUnwrapped.assumingMemoryBound(to: cpArbiter.self)
          let act = act.unsafelyUnwrapped.assumingMemoryBound(to: ((CShape, CShape) -> Void).self)
          act.pointee(
            UnsafeMutablePointer(mutating: arbiter.pointee.a).unsafelyUnwrapped,
            UnsafeMutablePointer(mutating: arbiter.pointee.b).unsafelyUnwrapped)
        }, UnsafeMutableRawPointer(mutating: act))
    }
  }
}

// The engine's call for a space's default handler also switches on two look-ups a contact and step, for wildcard handlers
// that nobody has, and has no way back. Hence the fields.

/// What a space does about contacts as it is made: nothing, and quickly.
func plainHandler(of space: CSpace) -> cpCollisionHandler { space.pointee.defaultHandler }

func setHandler(of space: CSpace, _ handler: cpCollisionHandler) { space.pointee.defaultHandler = handler }
