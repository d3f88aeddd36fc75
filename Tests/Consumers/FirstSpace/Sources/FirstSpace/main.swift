import TumblePhysics

let space = try Space(SpaceDefinition(gravity: Vector(0, -1000)))
let floor = try Body(BodyDefinition(kind: .static))
let ball = try Body(BodyDefinition(position: Vector(0, 200)))
try space.add(floor)
try space.add(ball)
try space.add(Shape(.segment(from: Vector(-100, 0), to: Vector(100, 0)), on: floor))
try space.add(Shape(.circle(radius: 10), on: ball, ShapeDefinition(density: 1)))
for _ in 0..<240 { try space.step(1.0 / 120) }
print("the ball lies at \(ball.position)")
