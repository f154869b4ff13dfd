// swift-tools-version: 6.2
import PackageDescription

/// The server of the article "Serving pictures"; `Examples/run` builds, runs and asks it.
let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "../..", traits: ["HTTP", "PNG", "JPEG", "WebP"]),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0",
            traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "server",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
            ])
    ]
)
