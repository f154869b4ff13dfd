// swift-tools-version: 6.2
import PackageDescription

/// Traits that are on unless a program leaves them out; each codec links its C libraries.
let usualTraits: KeyValuePairs = [
    "HTTP": "Loading over http and https (libcurl, loaded on first use).",
    "Color": "Embedded ICC profiles to sRGB (lcms2).",
    "JPEG": "JPEG (libjpeg-turbo).",
    "PNG": "PNG (libpng).",
    "GIF": "GIF (giflib).",
    "WebP": "WebP (libwebp).",
]
/// Traits that must be requested; libraries of codecs are loaded on first use, never linked.
let otherTraits: KeyValuePairs = [
    "AVIF": "AVIF (libavif, loaded on first use).",
    "HEIF": "HEIC (libheif, loaded on first use).",
    "JPEGXL": "JPEG XL (libjxl, loaded on first use).",
    "SVG": "SVG (librsvg, loaded on first use).",
    "TIFF": "TIFF (libtiff, loaded on first use).",
    "Sandbox": "Decoding in processes without rights (Linux).",
    "Logging": "An observer that logs (swift-log).",
    "Metrics": "An observer that counts and times (swift-metrics).",
    "Tracing": "An observer that makes spans (swift-distributed-tracing).",
]
let allTraits = Set(usualTraits.map(\.key)).union(otherTraits.map(\.key))
/// Set to `GTK` with the views, while documentation is built: the plugin reads default traits only.
let documentation = Context.environment["WEBIMAGE_DOCS"]
/// Set while the command, the gallery and tests are built: `GTK` for the views as well, `GTK-flag`
/// for modules compiled as with them without GTK.
///
/// `--traits` would give Tools another order of the traits, and so modules of its own.
let everything = Context.environment["WEBIMAGE_EVERYTHING"]
/// Set while the image server is built beside the command.
let serves = !(Context.environment["WEBIMAGE_SERVER"] ?? "").isEmpty
let chosen = documentation ?? everything
let defaultTraits = (chosen == nil ? Set(usualTraits.map(\.key)) : allTraits)
    .union(chosen?.hasPrefix("GTK") == true ? ["GTK"] : []).union(serves ? ["Server"] : [])

/// Words for several modules.
let words = [
    "bytes": "WebImagePixels WebImageBytes",
    "pictures": "bytes WebImageColorimetry WebImageMetadata WebImageSizing WebImagePlaceholders",
    "coding": "pictures WebImageCoding",
    "loading": "coding WebImageRuntime WebImageCaching WebImageLoading",
    "core": "loading WebImagePipeline",
    "icons": "WebImageBMP WebImageICO",
    "stores": "WebImageTiers WebImageThumbnails",
    "front": "core icons WebImageTransforms WebImageInterceptors WebImagePrefetch stores",
    "gtk": "WebImage WebImageViews WebImageGTK@GTK CGTK4@GTK",
    "hummingbird": """
    swift-service-lifecycle/ServiceLifecycle@Server swift-nio-extras/NIOHTTPTypesHTTP1@Server
    swift-distributed-tracing/Tracing@Server swift-nio/NIOCore@Server swift-log/Logging@Server
    swift-nio-extras/NIOHTTPTypes@Server hummingbird/Hummingbird@Server swift-nio/NIOHTTP1@Server
    hummingbird/HummingbirdHTTP2@Server swift-metrics/CoreMetrics@Server swift-nio-ssl/NIOSSL@Server
    hummingbird/HummingbirdCore@Server swift-http-types/HTTPTypes@Server
    """,
    "tests": "TestSupport WebImageTesting front COptionalLibrary",
]

/// The libraries, by what they include besides the module of their name: SwiftPM recompiles clients
/// of modules that a product names, and a module that merely exports others stays identical.
let libraries: KeyValuePairs = [
    "WebImage": "front",
    "WebImagePixels WebImageOrigin": "",
    "WebImageCoding WebImageComparison WebImageSVG": "coding",  // `SVGDecoder(inProcess:)`
    "icons": "coding icons",
    "WebImageCaching": "coding WebImageRuntime",
    "WebImagePipeline WebImageTransforms WebImageInterceptors WebImagePrefetch": "core",
    "stores WebImageViews WebImageHTTP WebImageURLSession": "core",
    "WebImageLogging WebImageMetrics WebImageTracing": "core",
    "WebImageTesting": "WebImageComparison WebImageOrigin core",
    "WebImageSandbox": "WebImage core",
    "WebImageGTK": "WebImageViews WebImage core",
    "WebImageRedis": "WebImageTiers core",
    "WebImageS3": "WebImageInterceptors core",
    "WebImageURLs": "WebImageTransforms core",
    "WebImageServer": "front WebImage WebImageS3 WebImageTracing WebImageURLs WebImageRedis",
]

/// The floors of `Sources`, from below: a module depends on those of its floor and of lower ones.
///
/// A row is a module and what it depends on: modules, a word of ``words``, or `PACKAGE/PRODUCT`.
/// After an `@` stands the trait without which it is empty, or not needed, and the platforms.
let floors: KeyValuePairs<String, KeyValuePairs<String, String>> = [
    "Pictures": [
        "CWebImageKernels": "",  // The hottest loops again, for processors with vector instructions
        "WebImagePixels": "CWebImageKernels",
        "WebImageBytes": "WebImagePixels",  // Bytes, boxes, signatures, limits, errors
        "WebImageColorimetry": "bytes",
        "WebImageMetadata": "bytes WebImageColorimetry",
        "WebImageSizing WebImagePlaceholders": "bytes",
        "WebImageCoding": "pictures",  // Protocols of codecs, frames, lists; exports all above
        "COptionalLibrary": "",  // Opens a library on first use
        "CContentCoding": "COptionalLibrary",  // Decodes gzip, deflate and Brotli
    ],
    // A module for each codec. All but BMP and ICO wrap a C library, and have a trait.
    "Codecs": [
        "CLittleCMS CGIF CWebP CJPEGShim@JPEG": "",
        "CPNGShim@PNG CAVIFShim@AVIF CHEIFShim@HEIF CJPEGXLShim@JPEGXL": "COptionalLibrary",
        "CSVGShim@SVG CTIFFShim@TIFF": "COptionalLibrary",
        "WebImageBMP": "coding",
        "WebImageICO": "coding WebImageBMP",
        "WebImageColor": "coding CLittleCMS@Color",
        "WebImageJPEG": "coding CJPEGShim@JPEG",
        "WebImagePNG": "coding CPNGShim@PNG",
        "WebImageGIF": "coding CGIF@GIF",
        "WebImageWebP": "coding CWebP@WebP",
        "WebImageAVIF": "coding CAVIFShim@AVIF",
        "WebImageHEIF": "coding CHEIFShim@HEIF",
        "WebImageJPEGXL": "coding CJPEGXLShim@JPEGXL",
        "WebImageSVG": "coding CSVGShim@SVG CContentCoding@SVG",
        "WebImageTIFF": "coding CTIFFShim@TIFF",
    ],
    // request → memory → disk → load → decode → transform → store → response
    "Engine": [
        "CFiles": "",
        "CIDNShim": "COptionalLibrary",
        "WebImageRuntime": "",  // Threads, admission and sharing of work; no image, no HTTP
        "WebImageCaching": "coding WebImageRuntime CWebImageKernels CFiles CIDNShim",
        "WebImageLoading": "coding WebImageRuntime WebImageCaching CContentCoding",
        "WebImagePipeline": "loading",  // The stages of a load
        "WebImageInterceptors": "loading",
        "WebImageTransforms WebImagePrefetch WebImageThumbnails": "core",
        "WebImageTiers": "coding WebImageRuntime WebImageCaching",
    ],
    "Network": [
        "CCurlShim@HTTP": "COptionalLibrary",
        "WebImageHTTP": "loading CCurlShim@HTTP",
        "WebImageURLSession": "loading",
        "WebImageRedis": "coding WebImageRuntime WebImageCaching CCurlShim@HTTP",
        "WebImageS3": "loading WebImageInterceptors",
    ],
    "Observers": [
        "WebImageLogging": "core swift-log/Logging@Logging",
        "WebImageMetrics": "core swift-metrics/Metrics@Metrics",
        "WebImageTracing": "core swift-distributed-tracing/Tracing@Tracing",
    ],
    "Library": [
        "WebImage": """
        front WebImageAVIF@AVIF WebImageColor@Color WebImageGIF@GIF WebImageHEIF@HEIF
        WebImageJPEG@JPEG WebImageJPEGXL@JPEGXL WebImagePNG@PNG WebImageSVG@SVG WebImageTIFF@TIFF
        WebImageWebP@WebP WebImageHTTP@HTTP/Linux WebImageURLSession@HTTP/Apple
        """,
        "CSandbox@Sandbox": "COptionalLibrary",  // Decoders in processes without rights
        "WebImageSandbox": "coding WebImage WebImageRuntime CSandbox@Sandbox",
        "webimage-decoder": "WebImageSandbox",
    ],
    "Views": [
        "WebImageViews": "core",
        "CGTK4": "",
        "WebImageGTK": "core WebImage WebImageViews WebImagePrefetch CGTK4@GTK",
    ],
    "Server": [
        "WebImageURLs": "core WebImageTransforms",
        "WebImageServerPage": "",
        "WebImageServer": """
        front WebImage WebImageHTTP WebImageS3 WebImageSandbox WebImageTracing WebImageRedis
        WebImageURLs WebImageServerPage@Server hummingbird
        swift-service-lifecycle/UnixSignals@Server
        """,
    ],
    "Kits": [
        "WebImageComparison": "coding",
        "WebImageOrigin": "",
        "WebImageTesting": "core WebImageComparison WebImageOrigin",
    ],
]

/// Libraries of the system, and the packages that have them.
let systemLibraries = [
    "CLittleCMS": (pkgConfig: "lcms2", apt: "liblcms2-dev", brew: "little-cms2"),
    "CGIF": (pkgConfig: nil, apt: "libgif-dev", brew: "giflib"),
    "CWebP": (pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    "CGTK4": (pkgConfig: everything == "GTK-flag" ? nil : "gtk4", apt: "libgtk-4-dev", brew: nil),
]
/// The libraries that shims link, which keep their `longjmp` away from Swift.
let linked = ["CJPEGShim": ["jpeg"], "CPNGShim": ["png", "z"], "CJPEGReference": ["jpeg"]]
let programs = ["webimage-decoder", "CacheChild", "MemoryChild", "GTKChild", "SandboxChild"]
/// Targets that are compiled as those of other packages are, without access to `package`.
let foreign = ["ArticleExamples", "GTKArticleExamples", "ForeignNamesTests"]
/// The files of the server's page.
let page =
    ["page.css"] + names("page webimage imgproxy thumbor").flatMap { ["\($0).html", "\($0).js"] }

/// The tests of modules, and what else they need.
let tests: KeyValuePairs = [
    """
    front WebImageURLs WebImageURLSession WebImageOrigin WebImageTesting WebImageColor@Color
    WebImageGIF@GIF WebImageWebP@WebP WebImageSVG@SVG WebImageTIFF@TIFF
    """: "",
    "WebImage": "WebImageViews",
    "ForeignNames": "WebImage",
    "WebImageJPEG@JPEG": "CJPEGReference",
    "WebImagePNG@PNG WebImageJPEGXL@JPEGXL": "WebImageColor@Color",
    "WebImageAVIF@AVIF": "WebImageColor@Color CAVIFShim@AVIF",
    "WebImageHEIF@HEIF": "WebImageColor@Color CHEIFShim@HEIF",
    "WebImageRedis@HTTP": "WebImageOrigin WebImageTIFF@TIFF",
    "WebImageS3": "WebImageHTTP@HTTP",
    "WebImageHTTP@HTTP": "WebImageURLSession CCurlShim@HTTP",
    "WebImageViews": "WebImageURLSession",
    "WebImageLogging@Logging": "swift-log/InMemoryLogging@Logging",
    "WebImageMetrics@Metrics": "swift-metrics/MetricsTestKit@Metrics",
    "WebImageTracing@Tracing": "swift-distributed-tracing/InMemoryTracing@Tracing",
    "WebImageGTK@GTK": "gtk GTKChild GTKArticleExamples WebImageURLSession",
    "WebImageSandbox@Sandbox": "SandboxAttacks SandboxChild WebImage CSandbox@Sandbox",
    "WebImageServer@Server": """
    WebImage WebImageSandbox WebImageTracing WebImageURLs WebImageServerPage@Server hummingbird
    swift-nio/NIOConcurrencyHelpers@Server swift-nio/NIOEmbedded@Server
    swift-distributed-tracing/InMemoryTracing@Server swift-metrics/MetricsTestKit@Server
    """,
]

/// Modules and programs of `Tests` that tests need.
let testModules: KeyValuePairs = [
    "TestSupport": "core icons WebImageInterceptors WebImageTesting",
    "ArticleExamples": """
    WebImage WebImageHTTP WebImageRedis WebImageS3 WebImageSandbox WebImageTesting WebImageTiers
    WebImageURLSession WebImageURLs WebImageViews
    """,
    "GTKArticleExamples": "gtk",
    "CacheChild": "core WebImageTesting",  // Killed by tests
    "MemoryChild": "core WebImage",  // Has a small address space
    "GTKChild": "core gtk WebImageTesting",
    "CJPEGReference@JPEG": "",
    "CSandboxAttacks@Sandbox": "",  // Tries what a worker may not do
    "SandboxAttacks": "coding CSandboxAttacks WebImageSandbox CSandbox@Sandbox",
    "SandboxChild": "core SandboxAttacks WebImageSandbox WebImage",
    "ForeignNames": "",  // Short names of another module
]

let package = Package(
    name: "WebImage",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: libraries.flatMap { row, others in
        names(row).map { .library(name: $0, targets: names("\($0) \(others)")) }
    } + [.executable(name: "webimage-decoder", targets: ["webimage-decoder"])],
    traits: Set(
        (Array(usualTraits) + Array(otherTraits)).map { .trait(name: $0, description: $1) } + [
            .default(enabledTraits: defaultTraits),
            .trait(name: "All", description: "Everything above.", enabledTraits: allTraits),
            // Not part of All: Hummingbird and NIO are fetched, and GTK is linked.
            .trait(
                name: "Server", description: "An image server over Hummingbird 2 (WebImageServer).",
                enabledTraits: ["HTTP", "Tracing"]),
            .trait(name: "GTK", description: "Views for GTK 4 (WebImageGTK)."),
        ]),
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
    targets: floors.flatMap { floor, rows in
        rows.flatMap { targets($0, $1, in: "Sources/\(floor)") }
    } + testModules.flatMap { targets($0, $1, in: "Tests") }
        + tests.flatMap { targets($0, $1, in: "Tests", suffix: "Tests") }
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

/// Returns the targets of a row, by their kinds.
func targets(
    _ row: String, _ text: String, in folder: String, suffix: String = ""
) -> [Target] {
    names(row).map { word in
        let parts = word.split(separator: "@").map(String.init)
        let name = parts[0] + suffix
        let path = "\(folder)/\(name == "webimage-decoder" ? "WebImageDecoder" : name)"
        let isForeign = foreign.contains(name)
        let others = dependencies(suffix.isEmpty ? text : "\(word) \(text) tests")
        if let library = systemLibraries[name] {
            return .systemLibrary(
                name: name, path: path, pkgConfig: library.pkgConfig,
                providers: [.apt([library.apt])] + (library.brew.map { [.brew([$0])] } ?? []))
        } else if programs.contains(name) {
            return .executableTarget(name: name, dependencies: others, path: path)
        } else if !suffix.isEmpty {
            return .testTarget(name: name, dependencies: others, packageAccess: !isForeign)
        }
        let trait = Set(parts.dropFirst())
        return .target(
            name: name, dependencies: others, path: path,
            resources: name == "WebImageServerPage" ? page.map { .embedInCode($0) } : [],
            packageAccess: !isForeign,
            cSettings: trait.map { .define("WEBIMAGE_ENABLED", .when(traits: [$0])) },
            linkerSettings: (linked[name] ?? []).map { .linkedLibrary($0, .when(traits: trait)) })
    }
}

/// Returns the names in a text, each once, and those of words in their place.
func names(_ text: String) -> [String] {
    var seen: Set<Substring> = []
    return text.split { $0 == " " || $0 == "\n" }
        .flatMap { name in words[String(name)].map(names) ?? [String(name)] }
        .filter { seen.insert($0.prefix { $0 != "@" }).inserted }
}

/// Returns the dependencies that a text names.
func dependencies(_ text: String) -> [Target.Dependency] {
    names(text).map { name in
        let parts = name.split(separator: "@").map { $0.split(separator: "/").map(String.init) }
        let trait = parts.dropFirst().first
        let condition = trait.flatMap {
            switch $0.last {
            case "Linux": TargetDependencyCondition.when(platforms: [.linux], traits: [$0[0]])
            case "Apple":
                .when(platforms: [.macOS, .iOS, .tvOS, .watchOS, .visionOS], traits: [$0[0]])
            default: .when(traits: [$0[0]])
            }
        }
        return parts[0].count == 1
            ? .target(name: parts[0][0], condition: condition)
            : .product(name: parts[0][1], package: parts[0][0], condition: condition)
    }
}

/// The modules with strict memory safety; the others exist to access C or files.
let strict = names("front WebImageS3 WebImageURLs WebImageViews")

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
    // What is tested is optimised; optimising the tests, too, would double their time to compile.
    if target.type == .test { settings.append(.unsafeFlags(["-Onone"])) }
    target.swiftSettings = settings
}
