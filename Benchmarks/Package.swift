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
                .product(name: "WebImageTesting", package: "WebImage"),
            ],
            // As the command is linked: without tables of symbols that nobody looks up.
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
