// swift-tools-version: 6.2
import PackageDescription

// A package apart from `Benchmarks`: measuring a codec does not build a network stack.
let package = Package(
    name: "webimage-codec-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "WebImage", path: "../..",
            traits: [
                "Color", "JPEG", "PNG", "GIF", "WebP", "AVIF", "HEIF", "JPEGXL", "SVG", "TIFF",
                "Sandbox",
            ])
    ],
    targets: [
        .executableTarget(
            name: "codec",
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
            ]),
        // Decoding in a process without rights next to decoding in the program.
        .executableTarget(
            name: "wall",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageSVG", package: "WebImage"),
                .product(name: "WebImageSandbox", package: "WebImage"),
            ]),
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
