// swift-tools-version: 6.2
import PackageDescription

// Apart from the root, so that it builds no network stack; Fuzz/run gives the flags for coverage.
let package = Package(
    name: "webimage-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "WebImage", path: "..",
            traits: [
                "Color", "JPEG", "PNG", "GIF", "WebP", "AVIF", "HEIF", "JPEGXL", "SVG", "TIFF",
            ])
    ],
    targets: [
        .target(name: "CFuzzer"),
        .target(
            name: "CInflateFuzz",
            cSettings: [
                .unsafeFlags(["-fsanitize=undefined", "-fsanitize-trap=undefined"]),
                // The headers of what it includes.
                .unsafeFlags(
                    ["CPNGShim", "COptionalLibrary"].map {
                        "-I\(Context.packageDirectory)/../Sources/\($0)/include"
                    }),
            ],
            linkerSettings: [.linkedLibrary("z")]),
        .target(name: "CTrimFuzz"),
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "CFuzzer", "CInflateFuzz", "CTrimFuzz",
                .product(name: "WebImage", package: "WebImage"),
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
