// swift-tools-version: 6.2
import PackageDescription

/// The library's products that the programs use.
func products(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "WebImage") }
}

let package = Package(
    name: "webimage-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "WebImage", path: "..", traits: ["All"])],
    targets: [
        .target(name: "CCounting"),
        .executableTarget(
            name: "bench",
            dependencies: products(
                "WebImage", "WebImageSVG", "WebImageSandbox", "WebImageTesting"),
            // The link flags of the command: without unused symbol tables.
            linkerSettings: [
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"],
                    .when(platforms: [.linux], configuration: .release))
            ]),
        .executableTarget(
            name: "caches",
            dependencies: ["CCounting"]
                + products("WebImage", "WebImageRedis", "WebImageTesting")),
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
