// swift-tools-version: 6.0
import PackageDescription

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "tumble",
  products: [
    .library(name: "TumblePhysics", targets: ["TumblePhysics"]),
    .library(name: "TumbleAnimation", targets: ["TumbleAnimation"]),
    .library(name: "TumbleScenes", targets: ["TumbleScenes"]),
    .library(name: "TumbleSimulation", targets: ["TumbleSimulation"]),
    .library(name: "TumbleGraph", targets: ["TumbleGraph"]),
    .executable(name: "tumble", targets: ["tumble"]),
    .executable(name: "tumble-headless", targets: ["tumble-headless"]),
  ],
  dependencies: [
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // The C libraries as modules. They link by name: Debian has no chipmunk.pc, and sdl2.pc has a flag that
    // SwiftPM refuses with a warning.
    .systemLibrary(
      name: "CTumbleChipmunk", providers: [.apt(["libchipmunk-dev"])]),
    .systemLibrary(
      name: "CTumbleSDL2", providers: [.apt(["libsdl2-dev"])]),
    .systemLibrary(
      name: "CTumbleDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(
      name: "CTumbleCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(
      name: "CTumbleZlib", providers: [.apt(["zlib1g-dev"])]),

    // Dear ImGui is C++: its header is seen by this target alone. `imgui.pc` names a library of headers only.
    .target(
      name: "CTumbleImGui",
      linkerSettings: [
        .linkedLibrary("imgui"), .linkedLibrary("stb"), .linkedLibrary("freetype"), .linkedLibrary("stdc++"),
      ]),

    // libjpeg behind functions that return: it reports errors by jumps, which Swift does not allow over its
    // own code.
    .target(name: "CTumbleJPEG", linkerSettings: [.linkedLibrary("jpeg")]),

    // Files and what is written into them.
    .target(name: "TumbleFiles"),

    // Values.
    .target(name: "TumbleGeometry"),
    .target(name: "TumbleAnimation", dependencies: ["TumbleGeometry"]),
    .target(
      name: "TumbleFrames", dependencies: ["TumbleAnimation", "TumbleFiles", "TumbleGeometry"]),

    // From a scene file to a stepped world.
    .target(name: "CTumbleSolver", linkerSettings: [.linkedLibrary("chipmunk")]),
    .target(name: "TumblePhysics", dependencies: ["TumbleGeometry", "CTumbleChipmunk", "CTumbleSolver"]),
    .target(
      name: "TumbleScenes",
      dependencies: ["TumbleGeometry", "TumbleAnimation", "TumbleFrames", "TumbleFiles", "Yams"],
      resources: [.copy("../../Scenes"), .copy("../../assets")]),
    .target(name: "TumbleTrace", dependencies: ["TumbleFrames", "TumbleFiles", "TumbleGeometry"]),
    .target(
      name: "TumbleSimulation",
      dependencies: [
        "TumbleScenes", "TumblePhysics", "TumbleAnimation", "TumbleFrames", "TumbleTrace", "TumbleFiles",
        "TumbleGeometry",
      ]),

    // What is made of frames.
    .target(
      name: "TumbleDrawing", dependencies: ["CTumbleCairo", "CTumbleJPEG", "TumbleFiles", "TumbleGeometry"]),
    .target(name: "TumbleGraph", dependencies: ["TumbleDrawing", "TumbleFiles", "TumbleGeometry"]),
    .target(
      name: "TumbleLooks",
      dependencies: ["TumbleDrawing", "TumbleAnimation", "TumbleFrames", "TumbleFiles", "TumbleGeometry"]),
    // The page's style and scripts become bytes of the program, so that an installed one need not find them.
    .target(
      name: "TumblePage",
      dependencies: [
        "CTumbleZlib", "TumbleLooks", "TumbleGraph", "TumbleDrawing", "TumbleFrames", "TumbleFiles",
        "TumbleGeometry",
      ],
      resources: [.embedInCode("Page")]),

    .target(
      name: "TumbleMotion",
      dependencies: [
        "TumbleLooks", "TumbleDrawing", "TumbleAnimation", "TumbleFrames", "TumbleFiles", "TumbleGeometry",
      ]),

    // The window's parts. What a person does is values, and so is the editor: neither knows SDL.
    .target(
      name: "TumbleRendering",
      dependencies: [
        "CTumbleSDL2", "TumbleLooks", "TumbleGraph", "TumbleDrawing", "TumbleAnimation", "TumbleFrames",
        "TumbleFiles", "TumbleGeometry",
      ]),
    .target(name: "TumbleInput", dependencies: ["TumbleGeometry"]),
    .target(
      name: "TumbleEditor",
      dependencies: ["TumbleInput", "TumbleLooks", "TumbleFrames", "TumbleFiles", "TumbleGeometry"]),
    .target(
      name: "TumblePanels",
      dependencies: [
        "CTumbleImGui", "CTumbleSDL2", "TumbleInput", "TumbleRendering", "TumbleLooks", "TumbleDrawing",
        "TumbleAnimation", "TumbleGeometry",
      ]),
    .target(
      name: "TumbleWindow",
      dependencies: [
        "CTumbleSDL2", "TumblePanels", "TumbleInput", "TumbleRendering", "TumbleLooks", "TumbleGraph",
        "TumbleDrawing", "TumbleAnimation", "TumbleFrames", "TumbleGeometry",
      ]),

    // The programs' commands, those with pixels apart, and of them those with a window: what has none links
    // neither SDL nor Cairo.
    .target(name: "CTumbleArguments"),
    .target(
      name: "TumbleHeadlessCommands",
      dependencies: [
        "CTumbleArguments", "TumbleGeometry", "TumbleAnimation", "TumbleFrames", "TumbleScenes",
        "TumbleSimulation", "TumbleTrace", "TumbleFiles", argumentParser,
      ]),
    .target(
      name: "TumblePictureCommands",
      dependencies: [
        "TumbleGeometry", "TumbleAnimation", "TumbleFrames", "TumbleScenes", "TumbleSimulation",
        "TumbleDrawing", "TumbleGraph", "TumbleTrace", "TumbleFiles", "TumbleLooks", "TumbleRendering",
        "TumblePage", "TumbleMotion", "TumbleHeadlessCommands", argumentParser,
      ]),
    .target(
      name: "TumbleWindowCommands",
      dependencies: [
        "TumbleGeometry", "TumbleAnimation", "TumbleFrames", "TumbleScenes", "TumbleSimulation",
        "TumbleDrawing", "TumbleGraph", "TumbleTrace", "TumbleFiles", "TumbleLooks", "TumbleRendering",
        "TumbleInput", "TumbleEditor", "TumblePanels", "TumbleWindow", "TumblePictureCommands",
        "TumbleHeadlessCommands", "CTumbleDBus", "Yams", argumentParser,
      ]),
    .executableTarget(name: "tumble", dependencies: ["TumbleWindowCommands", "TumbleHeadlessCommands"]),
    .executableTarget(name: "tumble-headless", dependencies: ["TumbleHeadlessCommands"]),

    // Tests and what they need. `wrapper-lifetimes` is a plain program because valgrind runs it,
    // `allocation-counts` because it must be optimized.
    .target(name: "CTumbleTestHooks", path: "Tests/Support/CTumbleTestHooks"),
    .target(
      name: "CTumbleTestJPEG", path: "Tests/Support/CTumbleTestJPEG",
      linkerSettings: [.linkedLibrary("jpeg")]),
    .target(
      name: "CTumbleReference", path: "Tests/Support/CTumbleReference",
      linkerSettings: [.linkedLibrary("chipmunk")]),
    // Random pairs of polygons, by the solver's own functions and by the engine's.
    .target(
      name: "CTumblePairs", dependencies: ["CTumbleSolver"], path: "Tests/Support/CTumblePairs",
      linkerSettings: [.linkedLibrary("chipmunk")]),
    .target(
      name: "TumbleTestSupport", dependencies: ["TumbleGeometry", "CTumbleZlib"],
      path: "Tests/Support/TumbleTestSupport"),
    .target(
      name: "TumbleSamples",
      dependencies: ["TumbleDrawing", "TumbleFrames", "TumbleGeometry", "TumbleTestSupport"],
      path: "Tests/Support/TumbleSamples"),
    // Hands for the window without a display, and the program that uses it wildly and for hours.
    .target(
      name: "TumbleWindowDriver",
      dependencies: [
        "CTumbleSDL2", "TumbleWindowCommands", "TumbleWindow", "TumbleInput", "TumbleLooks",
        "TumbleSimulation", "TumbleScenes", "TumbleTrace", "TumbleFrames", "TumbleGeometry",
        "TumbleTestSupport",
      ], path: "Tests/Support/TumbleWindowDriver"),
    .executableTarget(
      name: "offscreen-window",
      dependencies: [
        "TumbleWindowDriver", "TumbleWindowCommands", "TumblePictureCommands", "TumbleWindow", "TumblePanels",
        "TumbleInput", "TumbleRendering", "TumbleLooks", "TumbleSimulation", "TumbleScenes",
        "TumblePhysics", "TumbleAnimation", "TumbleDrawing", "TumbleFrames", "TumbleFiles", "TumbleGeometry",
        "TumbleTestSupport", "CTumbleSDL2", "CTumbleCairo", "CTumbleTestHooks",
      ], path: "Tests/Support/offscreen-window"),
    .executableTarget(
      name: "wrapper-lifetimes",
      dependencies: ["TumblePhysics", "TumbleTestSupport"],
      path: "Tests/Support/wrapper-lifetimes"),
    .executableTarget(
      name: "allocation-counts",
      dependencies: [
        "TumblePhysics", "TumbleSimulation", "TumbleAnimation", "TumbleGraph", "TumblePanels", "TumbleInput",
        "TumbleRendering", "TumbleLooks", "TumbleDrawing", "TumbleFrames", "TumbleGeometry", "CTumbleSDL2",
        "CTumbleTestHooks",
      ], path: "Tests/Support/allocation-counts"),
    .testTarget(
      name: "TumbleFilesTests", dependencies: ["TumbleFiles", "TumbleTestSupport"]),
    .testTarget(
      name: "TumbleGeometryTests", dependencies: ["TumbleGeometry", "TumbleTestSupport"]),
    .testTarget(
      name: "TumbleAnimationTests",
      dependencies: ["TumbleAnimation", "TumbleGeometry", "TumbleTestSupport"],
      exclude: ["Tables"]),
    .testTarget(
      name: "TumblePhysicsTests",
      dependencies: [
        "TumblePhysics", "TumbleTestSupport", "CTumbleTestHooks", "CTumbleChipmunk", "CTumbleSolver",
        "CTumbleReference", "CTumblePairs",
        "wrapper-lifetimes",
      ]),
    .testTarget(
      name: "TumbleScenesTests",
      dependencies: [
        "TumbleScenes", "TumbleGeometry", "TumbleAnimation", "TumbleFrames", "TumbleFiles",
        "TumbleTestSupport",
        "Yams",
      ],
      exclude: ["Files"]),
    .testTarget(
      name: "TumbleFramesTests",
      dependencies: ["TumbleFrames", "TumbleGeometry", "TumbleTestSupport"]),
    .testTarget(
      name: "TumbleSimulationTests",
      dependencies: [
        "TumbleSimulation", "TumbleScenes", "TumblePhysics", "TumbleAnimation", "TumbleFrames", "TumbleTrace",
        "TumbleGeometry", "TumbleFiles", "TumbleTestSupport", "CTumbleReference",
      ]),
    .testTarget(
      name: "TumbleDrawingTests",
      dependencies: [
        "TumbleDrawing", "TumbleFiles", "TumbleGeometry", "TumbleTestSupport", "CTumbleTestJPEG",
      ],
      exclude: ["Pictures"]),
    .testTarget(
      name: "TumbleGraphTests",
      dependencies: [
        "TumbleGraph", "TumbleDrawing", "TumbleGeometry", "TumbleTestSupport", "CTumbleTestHooks",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "TumbleTraceTests",
      dependencies: [
        "TumbleTrace", "TumbleFiles", "TumbleFrames", "TumbleGeometry", "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumbleLooksTests",
      dependencies: [
        "TumbleLooks", "TumbleDrawing", "TumbleFrames", "TumbleGeometry", "TumbleSamples",
        "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumbleRenderingTests",
      dependencies: [
        "CTumbleSDL2", "TumbleRendering", "TumbleLooks", "TumbleDrawing", "TumbleAnimation", "TumbleFrames",
        "TumbleGeometry", "TumbleSamples", "TumbleTestSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(name: "TumbleInputTests", dependencies: ["TumbleInput", "TumbleTestSupport"]),
    .testTarget(
      name: "TumbleEditorTests",
      dependencies: [
        "TumbleEditor", "TumbleInput", "TumbleAnimation", "TumbleFrames", "TumbleGeometry",
        "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumblePanelsTests",
      dependencies: [
        "CTumbleSDL2", "TumblePanels", "TumbleInput", "TumbleRendering", "TumbleLooks", "TumbleDrawing",
        "TumbleAnimation", "TumbleFrames", "TumbleGeometry", "TumbleSamples", "TumbleTestSupport",
        "CTumbleTestHooks",
      ]),
    .testTarget(
      name: "TumbleWindowTests",
      dependencies: [
        "CTumbleSDL2", "TumbleWindow", "TumblePanels", "TumbleInput", "TumbleRendering", "TumbleLooks",
        "TumbleGraph", "TumbleDrawing", "TumbleAnimation", "TumbleFrames", "TumbleGeometry",
        "TumbleSamples", "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumblePageTests",
      dependencies: [
        "TumblePage", "TumbleLooks", "TumbleDrawing", "TumbleFiles", "TumbleFrames", "TumbleGeometry",
        "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumbleMotionTests",
      dependencies: [
        "TumbleMotion", "TumbleLooks", "TumbleAnimation", "TumbleScenes", "TumbleSimulation",
        "TumbleDrawing", "TumbleFrames", "TumbleFiles", "TumbleGeometry", "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumbleHeadlessCommandsTests",
      dependencies: [
        "TumbleHeadlessCommands", "TumbleFiles", "TumbleScenes", "TumbleSimulation",
        "TumbleTestSupport",
      ]),
    .testTarget(
      name: "TumblePictureCommandsTests",
      dependencies: [
        "TumblePictureCommands", "TumbleDrawing", "TumbleGeometry", "TumbleScenes",
        "TumbleSimulation", "TumbleTestSupport", argumentParser,
      ]),
    .testTarget(
      name: "TumbleWindowCommandsTests",
      dependencies: [
        "TumblePictureCommands", "TumbleWindowCommands", "TumbleWindowDriver", "CTumbleDBus",
        "TumbleDrawing", "TumbleEditor", "TumbleFiles", "TumbleFrames", "TumbleGeometry",
        "TumbleGraph", "TumbleInput", "TumbleLooks", "TumblePanels", "TumbleRendering",
        "TumbleScenes", "TumbleSimulation", "TumbleTrace", "TumbleWindow", "TumbleTestSupport",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "TumblePanels", "TumbleInput", "TumbleRendering", "TumbleLooks", "TumbleDrawing",
        "TumbleFrames", "TumbleTrace", "TumbleTestSupport", "tumble", "tumble-headless", "wrapper-lifetimes",
        "offscreen-window",
      ],
      exclude: ["Faults", "Golden"]),
  ],
  swiftLanguageModes: [.v6]
)

// Tests are compiled in a good half of the time that optimizing them takes, and what they run for long is not
// theirs. The flag comes after the configuration's own, and no package that depends on this one builds tests.
for target in package.targets where target.type == .test {
  target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// A check of some test targets builds no others: `scripts/check quick-address` names them.
if let names = Context.environment["TUMBLE_TEST_TARGETS"]?.split(separator: " ") {
  package.targets.removeAll { $0.type == .test && !names.contains(Substring($0.name)) }
}
