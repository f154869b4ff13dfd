// swift-tools-version: 6.2
import PackageDescription

// A package apart from `Benchmarks`: measuring a cache builds no codecs.
let package = Package(
    name: "webimage-cache-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "../..", traits: ["HTTP"])
    ],
    targets: [
        .target(name: "CCounting"),
        .executableTarget(
            name: "caches",
            dependencies: [
                "CCounting",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageRedis", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
            ]),
    ]
)

for target in package.targets where target.name != "CCounting" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
