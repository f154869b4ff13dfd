// swift-tools-version: 6.2
import PackageDescription

/// The library's traits; `scripts/check gallery` sets the command's, to share its modules.
let libraryTraits: Set<Package.Dependency.Trait> =
    Context.environment["WEBIMAGE_EVERYTHING"] == "GTK"
    ? [.defaults]
    : [
        "GTK", "Color", "JPEG", "PNG", "GIF", "WebP", "AVIF", "HEIF", "JPEGXL", "SVG", "TIFF",
        "HTTP", "Sandbox",
    ]

/// A program for the GNOME desktop over WebImageGTK; `make gallery` builds and runs it.
let package = Package(
    name: "Gallery",
    dependencies: [
        .package(name: "WebImage", path: "../..", traits: libraryTraits)
    ],
    targets: [
        .systemLibrary(
            name: "CAdwaita", pkgConfig: "libadwaita-1", providers: [.apt(["libadwaita-1-dev"])]),
        // Only an entry point: all logic is in the library, for the tests.
        .executableTarget(
            name: "gallery",
            dependencies: [
                "PictureGallery", .product(name: "WebImageSandbox", package: "WebImage"),
            ]),
        .target(
            name: "PictureGallery",
            dependencies: [
                "CAdwaita",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageGTK", package: "WebImage"),
                .product(name: "WebImageSandbox", package: "WebImage"),
                .product(name: "WebImageViews", package: "WebImage"),
                .product(name: "WebImageComparison", package: "WebImage"),
                .product(name: "WebImageOrigin", package: "WebImage"),
            ]),
        .testTarget(
            name: "PictureGalleryTests",
            dependencies: [
                "PictureGallery", "CAdwaita", "gallery",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageGTK", package: "WebImage"),
                .product(name: "WebImageViews", package: "WebImage"),
            ]),
    ]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
}
