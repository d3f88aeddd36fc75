// swift-tools-version: 6.0
import PackageDescription

// A package of somebody else's: it shows that the manual's first example compiles with the library alone.
let package = Package(
  name: "first-space",
  dependencies: [.package(name: "tumble", path: "../../..")],
  targets: [
    .executableTarget(
      name: "FirstSpace", dependencies: [.product(name: "TumblePhysics", package: "tumble")])
  ]
)
