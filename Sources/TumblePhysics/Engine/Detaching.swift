import CTumbleChipmunk

// What outlives a space that is freed has no way back into it. The engine has no call for that which does not look
// through all contacts of the space.

/// Frees a space in which nothing sleeps. The engine would go through the contacts of every body to wake it first.
func freeAwake(_ space: CSpace) {
  space.pointee.dynamicBodies.pointee.num = 0
  space.pointee.staticBodies.pointee.num = 0
  cpSpaceFree(space)
}

func cutOff(_ body: CBody) {
  body.pointee.space = nil
  body.pointee.shapeList = nil
  body.pointee.arbiterList = nil
  body.pointee.constraintList = nil
  body.pointee.sleeping.root = nil
  body.pointee.sleeping.next = nil
  // Infinite is what makes a body static.
  if body.pointee.sleeping.idleTime < .infinity { body.pointee.sleeping.idleTime = 0 }
}

func cutOff(_ shape: CShape) {
  shape.pointee.space = nil
  shape.pointee.next = nil
  shape.pointee.prev = nil
  shape.pointee.hashid = 0
}

func cutOff(_ constraint: CConstraint) {
  constraint.pointee.space = nil
  constraint.pointee.next_a = nil
  constraint.pointee.next_b = nil
}
