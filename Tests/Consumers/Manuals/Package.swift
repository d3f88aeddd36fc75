// swift-tools-version: 6.0
import PackageDescription

// Every block of Swift in the manuals and in docs/, which scripts/docs/extract-examples takes out of them,
// run one after the other in the working folder.
let package = Package(
  name: "manuals",
  dependencies: [.package(name: "tumble", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Manuals",
      dependencies: [
        .product(name: "TumblePhysics", package: "tumble"),
        .product(name: "TumbleAnimation", package: "tumble"),
        .product(name: "TumbleScenes", package: "tumble"),
        .product(name: "TumbleSimulation", package: "tumble"),
        .product(name: "TumbleGraph", package: "tumble"),
      ])
  ]
)
