// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

/// Whether this system's glibc reads packed relocations: 2.36 is the first that does.
func readsPackedRelocations() -> Bool {
    #if canImport(Glibc)
        var text = [CChar](repeating: 0, count: 64)
        let count = confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count)
        let bytes = text.prefix(max(count, 1) - 1).map { UInt8(bitPattern: $0) }
        // "glibc 2.36"
        let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        let numbers = words.last?.split(separator: ".").compactMap { Int($0) } ?? []
        return numbers.count == 2 && numbers[0] == 2 && numbers[1] >= 36
    #else
        return false
    #endif
}

/// What lets a release of the command run in little memory.
///
/// What it runs lies together (see Link/order), and the addresses that are set at the start no longer
/// take pages of their own. The standard linker can do neither; lld comes with Swift.
let compactLink =
    ["-use-ld=lld", "-Xlinker", "--no-warn-symbol-ordering"]
    + ["-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Link/order.txt"]
    + (readsPackedRelocations() ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])

let package = Package(
    name: "webimage-tools",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "webimage", targets: ["webimage"]),
        .library(name: "WebImageTool", targets: ["WebImageTool"]),
    ],
    dependencies: [
        .package(name: "WebImage", path: "..", traits: ["All"]),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        // Only an entry: all logic is in the library, where tests and other commands reach it.
        .executableTarget(
            name: "webimage", dependencies: ["WebImageTool"],
            linkerSettings: [
                // Linking Swift statically exports every symbol of it, which nobody looks up here:
                // 2.5 MB of tables that each start reads, and sections that cannot be left out.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"] + compactLink,
                    .when(platforms: [.linux], configuration: .release))
            ]),
        .target(
            name: "WebImageTool",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The command with a codec of one's own, as the guide "Adding a codec" shows it.
        .executableTarget(
            name: "webimage-own-format",
            dependencies: ["WebImageTool", .product(name: "WebImage", package: "WebImage")],
            path: "Tests/OwnFormatCommand"),
        // It runs the built command as a user does, hence the dependency on the executable.
        .testTarget(
            name: "WebImageToolTests",
            dependencies: [
                "webimage",
                "webimage-own-format",
                "WebImageTool",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
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
