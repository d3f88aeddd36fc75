// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "tumble-benchmarks",
  dependencies: [
    .package(name: "tumble", path: ".."),
    // What reading a scene is compared with.
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The plain C that the wrapper is measured against, calling the same library.
    .target(name: "CBaseline", dependencies: [.product(name: "TumblePhysics", package: "tumble")]),
    .executableTarget(
      name: "tumble-bench",
      dependencies: [
        "CBaseline",
        .product(name: "Yams", package: "Yams"),
        .product(name: "TumblePhysics", package: "tumble"),
        .product(name: "TumbleAnimation", package: "tumble"),
        .product(name: "TumbleScenes", package: "tumble"),
        .product(name: "TumbleSimulation", package: "tumble"),
        .product(name: "TumbleGraph", package: "tumble"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
