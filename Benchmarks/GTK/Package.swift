// swift-tools-version: 6.2
import PackageDescription

// A package apart from `Benchmarks`: only this one needs GTK.
let package = Package(
    name: "webimage-gtk-benchmarks",
    dependencies: [
        .package(name: "WebImage", path: "../..", traits: ["GTK", "JPEG"])
    ],
    targets: [
        .executableTarget(
            name: "grids",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageGTK", package: "WebImage"),
                .product(name: "WebImageViews", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
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
