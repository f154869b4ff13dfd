// swift-tools-version: 6.2
import PackageDescription

/// A server program that loads images on the event loops it has already, by AsyncHTTPClient in
/// place of the library's own transport; `Examples/run` builds and runs it.
let package = Package(
    name: "EventLoops",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "../..", traits: ["PNG"]),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.90.0"),
    ],
    targets: [
        .executableTarget(
            name: "eventloops",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ])
    ]
)
