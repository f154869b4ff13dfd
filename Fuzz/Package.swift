// swift-tools-version: 6.2
import PackageDescription

// A package apart from the root, without the server. Fuzz/run passes the coverage flags.
let package = Package(
    name: "webimage-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "WebImage", path: "..",
            traits: [
                "Color", "JPEG", "PNG", "GIF", "WebP", "AVIF", "HEIF", "JPEGXL", "SVG", "TIFF",
                "Sandbox", "HTTP",
            ])
    ],
    targets: [
        .target(name: "CFuzzer"),
        .target(
            name: "CInflateFuzz",
            cSettings: [
                .unsafeFlags(["-fsanitize=undefined", "-fsanitize-trap=undefined"]),
                // Header paths of the included sources.
                .unsafeFlags(
                    ["Codecs/CPNGShim", "Pictures/COptionalLibrary"].map {
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
                .product(name: "WebImageRedis", package: "WebImage"),
                .product(name: "WebImageSVG", package: "WebImage"),
                .product(name: "WebImageSandbox", package: "WebImage"),
                .product(name: "WebImageURLs", package: "WebImage"),
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
