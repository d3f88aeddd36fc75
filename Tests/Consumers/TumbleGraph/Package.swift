// swift-tools-version: 6.0
import PackageDescription

// A package of somebody else's, with one product alone. Its program is the manual's first example, which
// scripts/docs/extract-examples takes out of the manual; what it prints stands there.
let package = Package(
  name: "tumble-graph-example",
  dependencies: [.package(name: "tumble", path: "../../..")],
  targets: [
    .executableTarget(
      name: "TumbleGraphExample", dependencies: [.product(name: "TumbleGraph", package: "tumble")])
  ]
)
