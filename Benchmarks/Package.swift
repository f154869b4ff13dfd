// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "webimage-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "WebImage", path: "..", traits: ["All"])
    ],
    targets: [
        .executableTarget(
            name: "bench",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageSVG", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
            ],
            // The link flags of the command: without unused symbol tables.
            linkerSettings: [
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"],
                    .when(platforms: [.linux], configuration: .release))
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
