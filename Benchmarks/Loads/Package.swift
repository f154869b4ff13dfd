// swift-tools-version: 6.2
import PackageDescription

// A package apart from `Benchmarks`: measuring loads builds no codec but JPEG.
let package = Package(
    name: "webimage-load-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "../..", traits: ["HTTP", "JPEG"]),
        .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.30.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.90.0"),
    ],
    targets: [
        .executableTarget(
            name: "loads",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageHTTP", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
            ])
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
