// swift-tools-version: 6.2
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

/// Returns `true` if this system's glibc supports packed relocations, which it does since 2.36.
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

/// The linker flags that reduce the memory of the command's release build.
///
/// The functions that it runs are placed together (see Link/order), and relocations at the start no
/// longer occupy whole pages. The standard linker supports neither; lld comes with Swift.
let compactLink =
    ["-use-ld=lld", "-Xlinker", "--no-warn-symbol-ordering"]
    + ["-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Link/order.txt"]
    + (readsPackedRelocations() ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : [])

/// `true` if the image server is built beside the command.
let serves = !(Context.environment["WEBIMAGE_SERVER"] ?? "").isEmpty

/// The library's traits; in the tests' builds those of the library's own tests, to share its
/// modules.
let libraryTraits: Set<Package.Dependency.Trait> =
    Context.environment["WEBIMAGE_EVERYTHING"] != nil
    ? [.defaults] : serves ? ["All", "Server"] : ["All"]

let package = Package(
    name: "webimage-tools",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "webimage", targets: ["webimage"]),
        .library(name: "WebImageTool", targets: ["WebImageTool"]),
    ],
    dependencies: [
        .package(name: "WebImage", path: "..", traits: libraryTraits),
        .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
    ],
    targets: [
        // Only an entry point: all logic is in the library, for tests and other commands.
        .executableTarget(
            name: "webimage", dependencies: ["WebImageTool"],
            linkerSettings: [
                // Linking Swift statically exports all its symbols, which nothing looks up here.
                // Their tables take 2.5 MB that each start reads, and keep unused sections.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"] + compactLink,
                    .when(platforms: [.linux], configuration: .release))
            ]),
        .target(
            name: "WebImageTool",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageHTTP", package: "WebImage"),
                .product(name: "WebImageS3", package: "WebImage"),
                .product(name: "WebImageSandbox", package: "WebImage"),
                .product(name: "WebImageComparison", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // What `make run` shows; no product installs it.
        .executableTarget(
            name: "webimage-demo",
            dependencies: [
                "WebImageTool",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageComparison", package: "WebImage"),
                .product(name: "WebImageOrigin", package: "WebImage"),
                .product(name: "WebImageSandbox", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        // The command with a custom codec, as shown in the guide "Adding a codec".
        .executableTarget(
            name: "webimage-own-format",
            dependencies: ["WebImageTool", .product(name: "WebImage", package: "WebImage")],
            path: "Tests/OwnFormatCommand"),
        // The tests run the built command, hence the dependency on the executable.
        .testTarget(
            name: "WebImageToolTests",
            dependencies: [
                "webimage", "webimage-demo", "webimage-own-format",
                "WebImageTool",
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
    ]
)

// The image server, which fetches Hummingbird; without the variable nothing of it is built.
if serves {
    package.dependencies.append(
        // Without its trait for Foundation, whose data of ICU would be most of the server.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0",
            traits: []))
    package.products.append(.executable(name: "webimage-server", targets: ["webimage-server"]))
    package.targets.append(
        .executableTarget(
            name: "webimage-server",
            dependencies: [
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageHTTP", package: "WebImage"),
                .product(name: "WebImageSandbox", package: "WebImage"),
                .product(name: "WebImageServer", package: "WebImage"),
                .product(name: "WebImageURLs", package: "WebImage"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            linkerSettings: [
                // As of the command: without its tables of symbols it has 4 MB less.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"],
                    .when(platforms: [.linux], configuration: .release))
            ]))
    package.targets.append(
        .testTarget(
            name: "WebImageServerCommandTests",
            dependencies: [
                "webimage", "webimage-server",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "WebImage", package: "WebImage"),
                .product(name: "WebImageServer", package: "WebImage"),
                .product(name: "WebImageTesting", package: "WebImage"),
                .product(name: "WebImageURLs", package: "WebImage"),
            ]))
}

for target in package.targets {
    var settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    // Optimising the tests themselves would double the time to compile them.
    if target.type == .test { settings.append(.unsafeFlags(["-Onone"])) }
    target.swiftSettings = settings
}
