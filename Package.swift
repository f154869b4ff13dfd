// swift-tools-version: 6.2
import PackageDescription

/// The codecs that can be left out; each links its C libraries.
let linkedTraits: Set<String> = ["Color", "JPEG", "PNG", "GIF", "WebP"]
/// The codecs that must be requested; their libraries are loaded on first use, never linked.
let loadedTraits: Set<String> = ["AVIF", "HEIF", "JPEGXL", "SVG", "TIFF"]
/// The observers for the server ecosystem's packages, each behind its own trait.
let observerTraits: Set<String> = ["Logging", "Metrics", "Tracing"]
/// Set while documentation is built, to `GTK` with the views for it: the plugin reads only the symbols
/// of default traits.
let documentation = Context.environment["WEBIMAGE_DOCS"]
/// Set while the command, the gallery and tests are built: `GTK` for the views as well, `GTK-flag` for
/// modules compiled as with them by a build that has no views, and needs no GTK.
///
/// With `--traits`, SwiftPM would pass the same traits in another order than it does for Tools, which
/// then could not share the modules.
let everything = Context.environment["WEBIMAGE_EVERYTHING"]
let usualTraits = linkedTraits.union(["HTTP"])
let allTraits = usualTraits.union(loadedTraits).union(observerTraits).union(["Sandbox"])
/// Set while the image server is built beside the command: the trait `Server` is on then as well.
let serves = !(Context.environment["WEBIMAGE_SERVER"] ?? "").isEmpty
let chosenTraits =
    switch documentation ?? everything {
    case nil: usualTraits
    case "GTK", "GTK-flag": allTraits.union(["GTK"])
    default: allTraits
    }
let defaultTraits = serves ? chosenTraits.union(["Server"]) : chosenTraits

/// The modules that every product includes.
///
/// Each product names them, so that its clients are recompiled when one of them changes. SwiftPM
/// checks a product's own modules only. A module that merely exports others stays identical, byte
/// for byte, even if the sizes of their types change.
let core = [
    "WebImagePixels", "WebImageCoding", "WebImageRuntime", "WebImageCaching", "WebImageLoading",
    "WebImagePipeline",
]

/// The core modules as dependencies of a target.
let coreModules: [Target.Dependency] = core.map { .target(name: $0) }

/// The converter of colours, for tests of codecs whose pixels have other colours than sRGB.
let colorModule = Target.Dependency.target(
    name: "WebImageColor", condition: .when(traits: ["Color"]))

/// The dependencies of a transport: all core modules except the pipeline.
let loadingModules: [Target.Dependency] = core.dropLast().map { .target(name: $0) }

/// The platforms whose own HTTP client is used.
let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS]

/// The dependencies of the views for GTK, and of their tests.
let gtkModules: [Target.Dependency] = [
    "WebImage", "WebImageViews",
    .target(name: "CGTK4", condition: .when(traits: ["GTK"])),
]

let package = Package(
    name: "WebImage",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(
            name: "WebImage",
            targets: [
                "WebImage", "WebImageTransforms", "WebImageInterceptors", "WebImagePrefetch",
                "WebImageTiers",
            ] + core),
        .library(name: "WebImagePixels", targets: ["WebImagePixels"]),
        .library(name: "WebImageCoding", targets: ["WebImageCoding", "WebImagePixels"]),
        .library(
            name: "WebImageCaching",
            targets: ["WebImageCaching", "WebImageRuntime", "WebImageCoding", "WebImagePixels"]),
        .library(name: "WebImagePipeline", targets: core),
        .library(name: "WebImageTransforms", targets: ["WebImageTransforms"] + core),
        .library(name: "WebImageInterceptors", targets: ["WebImageInterceptors"] + core),
        .library(name: "WebImagePrefetch", targets: ["WebImagePrefetch"] + core),
        .library(name: "WebImageTiers", targets: ["WebImageTiers"] + core),
        // Only on request: no product but the server's has it, so that it needs no trait.
        .library(name: "WebImageRedis", targets: ["WebImageRedis", "WebImageTiers"] + core),
        .library(name: "WebImageS3", targets: ["WebImageS3", "WebImageInterceptors"] + core),
        .library(
            name: "WebImageURLs", targets: ["WebImageURLs", "WebImageTransforms"] + core),
        .library(
            name: "WebImageServer",
            targets: [
                "WebImageServer", "WebImageS3", "WebImageTracing", "WebImageURLs", "WebImageRedis",
                "WebImageTiers",
                "WebImageTransforms", "WebImage",
            ] + core),
        .library(name: "WebImageHTTP", targets: ["WebImageHTTP"] + core),
        .library(name: "WebImageURLSession", targets: ["WebImageURLSession"] + core),
        .library(name: "WebImageViews", targets: ["WebImageViews"] + core),
        .library(
            name: "WebImageGTK", targets: ["WebImageGTK", "WebImageViews", "WebImage"] + core),
        .library(name: "WebImageLogging", targets: ["WebImageLogging"] + core),
        .library(name: "WebImageMetrics", targets: ["WebImageMetrics"] + core),
        .library(name: "WebImageTracing", targets: ["WebImageTracing"] + core),
        .library(
            name: "WebImageComparison",
            targets: ["WebImageComparison", "WebImageCoding", "WebImagePixels"]),
        .library(name: "WebImageOrigin", targets: ["WebImageOrigin"]),
        .library(
            name: "WebImageTesting",
            targets: ["WebImageTesting", "WebImageComparison", "WebImageOrigin"] + core),
        // For `SVGDecoder(inProcess:)`.
        .library(
            name: "WebImageSVG", targets: ["WebImageSVG", "WebImageCoding", "WebImagePixels"]),
        .library(name: "WebImageSandbox", targets: ["WebImageSandbox", "WebImage"] + core),
        .executable(name: "webimage-decoder", targets: ["webimage-decoder"]),
    ],
    traits: [
        .default(enabledTraits: defaultTraits),
        .trait(
            name: "HTTP", description: "Loading over http and https (libcurl, loaded on first use)."
        ),
        .trait(name: "Color", description: "Embedded ICC profiles to sRGB (lcms2)."),
        .trait(name: "JPEG", description: "JPEG (libjpeg-turbo)."),
        .trait(name: "PNG", description: "PNG (libpng)."),
        .trait(name: "GIF", description: "GIF (giflib)."),
        .trait(name: "WebP", description: "WebP (libwebp)."),
        .trait(name: "AVIF", description: "AVIF (libavif, loaded on first use)."),
        .trait(name: "HEIF", description: "HEIC (libheif, loaded on first use)."),
        .trait(name: "JPEGXL", description: "JPEG XL (libjxl, loaded on first use)."),
        .trait(name: "SVG", description: "SVG (librsvg, loaded on first use)."),
        .trait(name: "TIFF", description: "TIFF (libtiff, loaded on first use)."),
        .trait(name: "Sandbox", description: "Decoding in processes without rights (Linux)."),
        .trait(name: "Logging", description: "An observer that logs (swift-log)."),
        .trait(name: "Metrics", description: "An observer that counts and times (swift-metrics)."),
        .trait(
            name: "Tracing",
            description: "An observer that makes spans (swift-distributed-tracing)."),
        .trait(
            name: "All", description: "Everything above.",
            enabledTraits: allTraits),
        // Not part of All: it fetches Hummingbird and NIO.
        .trait(
            name: "Server", description: "An image server over Hummingbird 2 (WebImageServer).",
            enabledTraits: ["HTTP", "Tracing"]),
        // Not part of All: a server's program builds without GTK.
        .trait(name: "GTK", description: "Views for GTK 4 (WebImageGTK)."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-log.git", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-metrics.git", from: "2.7.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.3.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.0",
            traits: []),
        .package(url: "https://github.com/apple/swift-http-types.git", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.36.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.0.0"),
    ],
    targets: [
        // Pixels, and their encoding and decoding.
        .target(name: "WebImagePixels", dependencies: ["CWebImageKernels"]),
        // The hottest loops again, for processors with vector instructions.
        .target(name: "CWebImageKernels"),
        .target(name: "WebImageCoding", dependencies: ["WebImagePixels"]),

        // One module for each codec, which wraps one C library.
        codec("WebImageColor", trait: "Color", over: ["CLittleCMS"]),
        codec("WebImageJPEG", trait: "JPEG", over: ["CJPEGShim"]),
        codec("WebImagePNG", trait: "PNG", over: ["CPNGShim"]),
        codec("WebImageGIF", trait: "GIF", over: ["CGIF"]),
        codec("WebImageWebP", trait: "WebP", over: ["CWebP"]),
        codec("WebImageAVIF", trait: "AVIF", over: ["CAVIFShim"]),
        codec("WebImageHEIF", trait: "HEIF", over: ["CHEIFShim"]),
        codec("WebImageJPEGXL", trait: "JPEGXL", over: ["CJPEGXLShim"]),
        codec("WebImageSVG", trait: "SVG", over: ["CSVGShim", "CContentCoding"]),
        codec("WebImageTIFF", trait: "TIFF", over: ["CTIFFShim"]),
        shim("CAVIFShim", trait: "AVIF"),
        shim("CHEIFShim", trait: "HEIF"),
        shim("CJPEGXLShim", trait: "JPEGXL"),
        shim("CSVGShim", trait: "SVG"),
        shim("CTIFFShim", trait: "TIFF"),
        .target(name: "COptionalLibrary"),
        shim("CJPEGShim", trait: "JPEG", libraries: ["jpeg"]),
        shim("CPNGShim", trait: "PNG", libraries: ["png", "z"], loads: true),
        .systemLibrary(
            name: "CLittleCMS", pkgConfig: "lcms2",
            providers: [.apt(["liblcms2-dev"]), .brew(["little-cms2"])]),
        .systemLibrary(name: "CGIF", providers: [.apt(["libgif-dev"]), .brew(["giflib"])]),
        .systemLibrary(
            name: "CWebP", pkgConfig: "libwebp",
            providers: [.apt(["libwebp-dev"]), .brew(["webp"])]),

        // Threads, admission and sharing of work; no image, no HTTP.
        .target(name: "WebImageRuntime"),
        // Keys, the freshness of responses, the caches in memory and on disk.
        .target(
            name: "WebImageCaching",
            dependencies: [
                "WebImagePixels", "WebImageCoding", "WebImageRuntime", "CWebImageKernels", "CFiles",
                "CIDNShim",
            ]),
        // Decodes gzip, deflate and Brotli by libraries that are loaded on first use.
        .target(name: "CContentCoding", dependencies: ["COptionalLibrary"]),
        // From a request to a response with its bytes: loaders, network policy, the protocol of interceptors.
        .target(
            name: "WebImageLoading",
            dependencies: [
                "WebImagePixels", "WebImageCoding", "WebImageRuntime", "WebImageCaching",
                "CContentCoding",
            ]),
        // request → memory → disk → load → decode → transform → store → response
        .target(
            name: "WebImagePipeline",
            dependencies: [
                "WebImagePixels", "WebImageCoding", "WebImageRuntime", "WebImageCaching",
                "WebImageLoading",
            ]),
        // Opens files without following links.
        .target(name: "CFiles"),
        // Loads libidn2 for the first host name of other scripts than ASCII.
        .target(name: "CIDNShim", dependencies: ["COptionalLibrary"]),
        .target(
            name: "WebImageViews",
            dependencies: coreModules),
        // The transforms of the library, and the vocabulary that reads them from text.
        .target(name: "WebImageTransforms", dependencies: coreModules),
        // Steps around loaders: retries, authentication, filters and so on.
        .target(name: "WebImageInterceptors", dependencies: loadingModules),
        // Batches of loads into the caches, before the pictures are needed.
        .target(name: "WebImagePrefetch", dependencies: coreModules),
        // Several caches of bytes that act as one.
        .target(
            name: "WebImageTiers",
            dependencies: ["WebImageCoding", "WebImageRuntime", "WebImageCaching"]),
        // A cache of bytes in Redis or Valkey, over connections of libcurl.
        .target(
            name: "WebImageRedis",
            dependencies: [
                "WebImageCoding", "WebImageRuntime", "WebImageCaching",
                .target(name: "CCurlShim", condition: .when(traits: ["HTTP"])),
            ]),
        // Objects of S3 over any transport. Without a trait: it links nothing, and only programs that
        // name it have it.
        .target(name: "WebImageS3", dependencies: loadingModules + ["WebImageInterceptors"]),
        // The addresses of image servers: from the target of a request to a plan of its picture.
        .target(name: "WebImageURLs", dependencies: coreModules + ["WebImageTransforms"]),
        // The page of the image server: files that are embedded. Only the server depends on it.
        .target(
            name: "WebImageServerPage",
            resources: [
                "page.css", "page.html", "page.js", "webimage.html", "webimage.js",
                "imgproxy.html", "imgproxy.js", "thumbor.html", "thumbor.js",
            ].map { .embedInCode($0) }),
        // The image server: HTTP around a pipeline; empty without the trait.
        .target(
            name: "WebImageServer",
            dependencies: coreModules + [
                "WebImage", "WebImageHTTP", "WebImageS3", "WebImageSandbox", "WebImageTracing",
                "WebImageRedis", "WebImageTiers", "WebImageTransforms",
                "WebImageURLs",
                .target(name: "WebImageServerPage", condition: .when(traits: ["Server"])),
                product("CoreMetrics", from: "swift-metrics", trait: "Server"),
                product("Tracing", from: "swift-distributed-tracing", trait: "Server"),
                product("Hummingbird", from: "hummingbird", trait: "Server"),
                product("HummingbirdCore", from: "hummingbird", trait: "Server"),
                product("HummingbirdHTTP2", from: "hummingbird", trait: "Server"),
                product("HTTPTypes", from: "swift-http-types", trait: "Server"),
                product("Logging", from: "swift-log", trait: "Server"),
                product("NIOCore", from: "swift-nio", trait: "Server"),
                product("NIOHTTP1", from: "swift-nio", trait: "Server"),
                product("NIOHTTPTypes", from: "swift-nio-extras", trait: "Server"),
                product("NIOHTTPTypesHTTP1", from: "swift-nio-extras", trait: "Server"),
                product("NIOSSL", from: "swift-nio-ssl", trait: "Server"),
                product("ServiceLifecycle", from: "swift-service-lifecycle", trait: "Server"),
                product("UnixSignals", from: "swift-service-lifecycle", trait: "Server"),
            ]),
        // The transport over libcurl, which is loaded on first use.
        .target(
            name: "WebImageHTTP",
            dependencies: loadingModules
                + [.target(name: "CCurlShim", condition: .when(traits: ["HTTP"]))]),
        shim("CCurlShim", trait: "HTTP"),

        // Foundation's HTTP client, only on request: nothing else links FoundationNetworking.
        .target(
            name: "WebImageURLSession", dependencies: loadingModules),

        // Observers of pipelines, for logs, metrics and traces.
        observer("WebImageLogging", trait: "Logging", "Logging", from: "swift-log"),
        observer("WebImageMetrics", trait: "Metrics", "Metrics", from: "swift-metrics"),
        observer(
            "WebImageTracing", trait: "Tracing", "Tracing", from: "swift-distributed-tracing"),

        // The only module that most programs import.
        .target(
            name: "WebImage",
            dependencies: coreModules + [
                "WebImageTransforms", "WebImageInterceptors", "WebImagePrefetch", "WebImageTiers",
            ]
                + linkedTraits.union(loadedTraits).sorted().map {
                    .target(name: "WebImage\($0)", condition: .when(traits: [$0]))
                } + [
                    .target(
                        name: "WebImageHTTP",
                        condition: .when(platforms: [.linux], traits: ["HTTP"])),
                    .target(
                        name: "WebImageURLSession",
                        condition: .when(platforms: applePlatforms, traits: ["HTTP"])),
                ]),
        // Decoders in processes without rights.
        .target(
            name: "CSandbox", dependencies: ["COptionalLibrary"],
            cSettings: [.define("WEBIMAGE_ENABLED", .when(traits: ["Sandbox"]))]),
        .target(
            name: "WebImageSandbox",
            dependencies: [
                "WebImage", "WebImagePixels", "WebImageCoding", "WebImageRuntime",
                .target(name: "CSandbox", condition: .when(traits: ["Sandbox"])),
            ]),
        // The worker of programs that cannot start themselves.
        .executableTarget(
            name: "webimage-decoder", dependencies: ["WebImageSandbox"],
            path: "Sources/WebImageDecoder"),
        // Views for GTK 4.
        .systemLibrary(
            name: "CGTK4", pkgConfig: everything == "GTK-flag" ? nil : "gtk4",
            providers: [.apt(["libgtk-4-dev"])]),
        .target(
            name: "WebImageGTK", dependencies: coreModules + gtkModules + ["WebImagePrefetch"]),
        // Signatures and differences of pictures, and pictures that are computed.
        .target(name: "WebImageComparison", dependencies: ["WebImagePixels", "WebImageCoding"]),
        // A scripted HTTP server on 127.0.0.1; depends on nothing else of the library.
        .target(name: "WebImageOrigin"),
        .target(
            name: "WebImageTesting",
            dependencies: coreModules + ["WebImageComparison", "WebImageOrigin"]),

        // Tests: one target for each module.
        .target(
            name: "TestSupport",
            dependencies: coreModules + ["WebImageInterceptors", "WebImageTesting"],
            path: "Tests/TestSupport"),
        // The examples of the articles, extracted by scripts/articles. They see `public` only.
        .target(
            name: "ArticleExamples",
            dependencies: [
                "WebImage", "WebImageRedis", "WebImageS3", "WebImageSandbox", "WebImageTesting",
                "WebImageTiers",
                "WebImageURLSession", "WebImageURLs", "WebImageViews",
            ],
            path: "Tests/ArticleExamples", packageAccess: false),
        // The examples of the articles about GTK; empty without the trait.
        .target(
            name: "GTKArticleExamples",
            dependencies: [.target(name: "WebImageGTK", condition: .when(traits: ["GTK"]))]
                + gtkModules,
            path: "Tests/GTKArticleExamples", packageAccess: false),
        // A process that tests kill, and run four of; neither a product nor linked by the tests.
        .executableTarget(
            name: "CacheChild",
            dependencies: coreModules + ["WebImageTesting"],
            path: "Tests/CacheChild"),
        // A process that tests run with a small address space.
        .executableTarget(
            name: "MemoryChild",
            dependencies: ["WebImage"] + coreModules,
            path: "Tests/MemoryChild"),
        shim(
            "CJPEGReference", trait: "JPEG", libraries: ["jpeg"], path: "Tests/CJPEGReference"),
        tests("WebImagePixels"),
        tests("WebImageCoding", with: ["COptionalLibrary"]),
        tests("WebImageColor", trait: "Color"),
        tests("WebImageJPEG", trait: "JPEG", with: [.target(name: "CJPEGReference")]),
        tests("WebImagePNG", trait: "PNG", with: [colorModule]),
        tests("WebImageGIF", trait: "GIF"),
        tests("WebImageWebP", trait: "WebP"),
        // Their libraries also write files of any colours.
        tests(
            "WebImageAVIF", trait: "AVIF",
            with: [
                colorModule,
                .target(name: "CAVIFShim", condition: .when(traits: ["AVIF"])),
            ]),
        tests(
            "WebImageHEIF", trait: "HEIF",
            with: [
                colorModule,
                .target(name: "CHEIFShim", condition: .when(traits: ["HEIF"])),
            ]),
        tests("WebImageJPEGXL", trait: "JPEGXL", with: [colorModule]),
        tests("WebImageSVG", trait: "SVG"),
        tests("WebImageTIFF", trait: "TIFF"),
        tests("WebImageRuntime"),
        tests("WebImageCaching", with: ["WebImageTiers"]),
        tests("WebImageTiers"),
        tests("WebImageRedis", trait: "HTTP", with: ["WebImageTiers", "WebImageOrigin"]),
        tests("WebImageLoading"),
        tests("WebImageInterceptors"),
        tests("WebImageTransforms"),
        tests("WebImagePipeline", with: ["WebImageTiers"]),
        tests("WebImagePrefetch"),
        tests(
            "WebImageS3",
            with: [.target(name: "WebImageHTTP", condition: .when(traits: ["HTTP"]))]),
        tests("WebImageURLs"),
        tests(
            "WebImageServer", trait: "Server",
            with: [
                "WebImage", "WebImageSandbox", "WebImageTracing", "WebImageURLs",
                .target(name: "WebImageServerPage", condition: .when(traits: ["Server"])),
                product("Hummingbird", from: "hummingbird", trait: "Server"),
                product("HummingbirdCore", from: "hummingbird", trait: "Server"),
                product("HummingbirdHTTP2", from: "hummingbird", trait: "Server"),
                product("HTTPTypes", from: "swift-http-types", trait: "Server"),
                product("Logging", from: "swift-log", trait: "Server"),
                product("NIOConcurrencyHelpers", from: "swift-nio", trait: "Server"),
                product("NIOCore", from: "swift-nio", trait: "Server"),
                product("NIOEmbedded", from: "swift-nio", trait: "Server"),
                product("NIOHTTP1", from: "swift-nio", trait: "Server"),
                product("NIOHTTPTypes", from: "swift-nio-extras", trait: "Server"),
                product("NIOHTTPTypesHTTP1", from: "swift-nio-extras", trait: "Server"),
                product("NIOSSL", from: "swift-nio-ssl", trait: "Server"),
                product("ServiceLifecycle", from: "swift-service-lifecycle", trait: "Server"),
                product("Tracing", from: "swift-distributed-tracing", trait: "Server"),
                product("CoreMetrics", from: "swift-metrics", trait: "Server"),
                product("MetricsTestKit", from: "swift-metrics", trait: "Server"),
                product("InMemoryTracing", from: "swift-distributed-tracing", trait: "Server"),
            ]),
        tests(
            "WebImageHTTP", trait: "HTTP",
            with: [
                .target(name: "WebImageURLSession"),
                .target(name: "CCurlShim", condition: .when(traits: ["HTTP"])),
            ]),
        tests("WebImageURLSession"),
        tests("WebImageViews", with: [.target(name: "WebImageURLSession")]),
        tests(
            "WebImageLogging", trait: "Logging",
            with: [product("InMemoryLogging", from: "swift-log", trait: "Logging")]),
        tests(
            "WebImageMetrics", trait: "Metrics",
            with: [product("MetricsTestKit", from: "swift-metrics", trait: "Metrics")]),
        tests(
            "WebImageTracing", trait: "Tracing",
            with: [
                product("InMemoryTracing", from: "swift-distributed-tracing", trait: "Tracing")
            ]),
        // A process whose main thread runs GTK's loop; without the trait, empty.
        .executableTarget(
            name: "GTKChild",
            dependencies: [
                .target(name: "WebImageGTK", condition: .when(traits: ["GTK"])), "WebImageTesting",
            ] + gtkModules + coreModules,
            path: "Tests/GTKChild"),
        tests(
            "WebImageGTK", trait: "GTK",
            with: gtkModules + [
                .target(name: "GTKChild"), .target(name: "GTKArticleExamples"),
                .target(name: "WebImageURLSession"),
            ]),
        // A codec that tries what a worker may not do, and the process that runs it.
        .target(
            name: "CSandboxAttacks", path: "Tests/CSandboxAttacks",
            cSettings: [.define("WEBIMAGE_ENABLED", .when(traits: ["Sandbox"]))]),
        .target(
            name: "SandboxAttacks",
            dependencies: [
                "WebImagePixels", "WebImageCoding", "CSandboxAttacks", "WebImageSandbox",
                .target(name: "CSandbox", condition: .when(traits: ["Sandbox"])),
            ],
            path: "Tests/SandboxAttacks"),
        .executableTarget(
            name: "SandboxChild",
            dependencies: ["SandboxAttacks", "WebImageSandbox", "WebImage"] + coreModules,
            path: "Tests/SandboxChild"),
        tests(
            "WebImageSandbox", trait: "Sandbox",
            with: [
                "SandboxAttacks", "SandboxChild", "WebImage",
                .target(name: "CSandbox", condition: .when(traits: ["Sandbox"])),
            ]),
        tests("WebImageOrigin"),
        tests("WebImageTesting"),
        tests("WebImage", with: [.target(name: "WebImageViews")]),
        // Short names of another module, and a program that uses them beside ours: compiled without
        // access to `package`, as another package is.
        .target(name: "ForeignNames", path: "Tests/ForeignNames"),
        .testTarget(
            name: "ForeignNamesTests",
            dependencies: ["ForeignNames", "WebImage"] + coreModules, packageAccess: false),
    ]
)

// Without the variable no client fetches the plugin.
if documentation != nil {
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-docc-plugin.git", from: "1.5.0"))
}

// A part of the checks builds the tests of some modules only, such as WebImageGTK.
if let modules = Context.environment["WEBIMAGE_TESTS"]?.split(separator: ",") {
    let tests = Set(modules.map { "\($0)Tests" })
    package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
}

/// Returns a codec's module: it depends on `WebImageCoding`, and if the trait is on, its C library.
func codec(_ name: String, trait: String, over libraries: [String]) -> Target {
    .target(
        name: name,
        dependencies: ["WebImagePixels", "WebImageCoding"]
            + libraries.map { .target(name: $0, condition: .when(traits: [trait])) })
}

/// Returns an observer's module over one package, fetched and built only if its trait is on.
func observer(
    _ name: String, trait: String, _ library: String, from package: String
) -> Target {
    .target(
        name: name,
        dependencies: coreModules
            + [product(library, from: package, trait: trait)])
}

/// Returns a product that is fetched and built only if a trait is on.
func product(_ name: String, from package: String, trait: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: [trait]))
}

/// Returns a C target, empty without its trait, which keeps the `longjmp` of a linked library away
/// from Swift, or loads a library on first use.
func shim(
    _ name: String, trait: String, libraries: [String] = [], loads: Bool? = nil,
    path: String? = nil
) -> Target {
    .target(
        name: name,
        dependencies: loads ?? libraries.isEmpty ? ["COptionalLibrary"] : [],
        path: path,
        cSettings: [.define("WEBIMAGE_ENABLED", .when(traits: [trait]))],
        linkerSettings: libraries.map { .linkedLibrary($0, .when(traits: [trait])) })
}

/// Returns the test target of a module, which sees its `public` and `package` declarations.
func tests(
    _ module: String, trait: String? = nil, with others: [Target.Dependency] = []
) -> Target {
    let itself: Target.Dependency =
        trait.map { .target(name: module, condition: .when(traits: [$0])) } ?? .target(name: module)
    let shared =
        [
            "TestSupport", "WebImageTesting", "WebImageTransforms", "WebImageInterceptors",
            "WebImagePrefetch",
        ] + core
    return .testTarget(
        name: "\(module)Tests",
        dependencies: [itself] + shared.filter { $0 != module }.map { .target(name: $0) } + others)
}

/// The modules with strict memory safety; the others exist to access C or files.
let strict: Set<String> = [
    "WebImagePixels", "WebImageCoding", "WebImageRuntime", "WebImageCaching", "WebImageLoading",
    "WebImagePipeline", "WebImageTransforms", "WebImageInterceptors", "WebImagePrefetch",
    "WebImageTiers", "WebImageS3", "WebImageURLs", "WebImageViews",
]

for target in package.targets
where target.type != .system && !target.name.hasSuffix("ArticleExamples") {
    var settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
    ]
    if strict.contains(target.name) { settings.append(.strictMemorySafety()) }
    // The tests' builds optimise what is tested. Optimising the tests, too, would double their time
    // to compile. No product has these targets, so clients do not see the flag.
    if target.type == .test { settings.append(.unsafeFlags(["-Onone"])) }
    target.swiftSettings = settings
}
