// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "webimage-tools",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "webimage", targets: ["webimage"]),
        .library(name: "WebImageTool", targets: ["WebImageTool"]),
    ],
    dependencies: [
        .package(name: "WebImage", path: "..", traits: ["All"]),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        // Only an entry: all logic is in the library, where tests and other commands reach it.
        .executableTarget(
            name: "webimage", dependencies: ["WebImageTool"],
            linkerSettings: [
                // Linking Swift statically exports every symbol of it, which nobody looks up here:
                // 2.5 MB of tables that each start reads, and sections that cannot be left out.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"],
                    .when(platforms: [.linux], configuration: .release))
            ]),
        .target(
            name: "WebImageTool",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The command with a codec of one's own, as the guide "Adding a codec" shows it.
        .executableTarget(
            name: "webimage-own-format",
            dependencies: ["WebImageTool", .product(name: "WebImage", package: "WebImage")],
            path: "Tests/OwnFormatCommand"),
        // It runs the built command as a user does, hence the dependency on the executable.
        .testTarget(
            name: "WebImageToolTests",
            dependencies: [
                "webimage",
                "webimage-own-format",
                "WebImageTool",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
