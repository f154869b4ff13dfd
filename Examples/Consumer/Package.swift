// swift-tools-version: 6.2
import PackageDescription

/// A package as a user of the library writes it; `Examples/run` builds and runs it.
let package = Package(
    name: "Consumer",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "../..")
    ],
    targets: [
        // The programs printed in README.md.
        .executableTarget(
            name: "quickstart", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        .executableTarget(
            name: "thumbnail", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        .executableTarget(
            name: "prefetch", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        .executableTarget(
            name: "strangers", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        .executableTarget(
            name: "example", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        .executableTarget(
            name: "animation", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        // A picture that a client sent, printed in the article "Taking uploads".
        .executableTarget(
            name: "upload", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        // How errors are caught, printed in the article "Getting started".
        .executableTarget(
            name: "errors", dependencies: [.product(name: "WebImage", package: "WebImage")]),
        // The server from which the programs load.
        .executableTarget(
            name: "origin",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
            ]),
    ]
)
