// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "webimage-tools",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "..", traits: ["Color", "JPEG", "PNG", "GIF", "WebP"]),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        .executableTarget(
            name: "webimage",
            dependencies: [
                "WebImageTool"
            ]),
        .target(
            name: "WebImageTool",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(name: "WebImageToolTests", dependencies: ["WebImageTool"]),
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
