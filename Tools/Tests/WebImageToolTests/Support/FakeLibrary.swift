import Foundation
import Testing

/// A library with the functions that a shim calls, of a version that the shim does not fit.
struct FakeLibrary: CustomTestStringConvertible {
    /// The file names that the loader searches.
    var names: [String]
    /// The source with the shim's list of functions.
    var shim: String
    /// The pattern of the library's functions in that list.
    var functions: String
    /// The definitions in C that tell the version.
    var version: String

    var testDescription: String { names[0] }

    /// Compiles the library into a folder.
    func write(to folder: Folder) throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../../../Sources")
        let list = try String(
            contentsOf: sources.standardized.appending(path: shim), encoding: .utf8)
        let pattern = try Regex("X\\((\(functions))\\)", as: (Substring, Substring).self)
        let symbols = Set(list.matches(of: pattern).map { String($0.1) })
            .filter { !version.contains("\($0)(") && !version.contains("\($0) =") }
        try #require(!symbols.isEmpty)
        let code = symbols.map { "long \($0)(void) { return 0; }\n" }.joined() + version
        let source = try folder.write(Array(code.utf8), to: "fake/\(names[0]).c")
        for name in names { try compile(source, to: folder("fake/\(name)")) }
    }

    private func compile(_ source: String, to library: String) throws {
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["clang", "-shared", "-fPIC", "-o", library, source]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
    }
}

extension FakeLibrary {
    static let avif = FakeLibrary(
        names: ["libavif.so.15", "libavif.so.16"], shim: "Codecs/CAVIFShim/include/CAVIFShim.h",
        functions: "avif\\w+",
        version: #"const char *avifVersion(void) { return "0.10.1"; }"#)

    static let heif = FakeLibrary(
        names: ["libheif.so.1"], shim: "Codecs/CHEIFShim/include/CHEIFShim.h",
        functions: "heif_\\w+",
        version: #"const char *heif_get_version(void) { return "1.14.2"; }"#)

    static let de265 = FakeLibrary(
        names: ["libde265.so.0"], shim: "Codecs/CHEIFShim/decoder.h", functions: "de265_\\w+",
        version: """
            const char *de265_get_version(void) { return "2.0.0"; }
            // libheif calls these besides, and is linked with the library on Debian 12.
            int de265_init(void) { return 0; }
            int de265_free(void) { return 0; }
            int de265_start_worker_threads(void) { return 0; }
            void de265_release_next_picture(void) {}
            """)

    static let jxl = FakeLibrary(
        names: ["libjxl.so.0.7", "libjxl.so.0.11"],
        shim: "Codecs/CJPEGXLShim/include/CJPEGXLShim.h",
        functions: "Jxl\\w+",
        version: "unsigned JxlDecoderVersion(void) { return 6001; }")

    static func rsvg(minor: Int) -> FakeLibrary {
        FakeLibrary(
            names: ["librsvg-2.so.2"], shim: "Codecs/CSVGShim/library.c", functions: "rsvg_\\w+",
            version: "unsigned rsvg_major_version = 2, rsvg_minor_version = \(minor);")
    }

    static let xml = FakeLibrary(
        names: ["libxml2.so.2"], shim: "Codecs/CSVGShim/tables.h", functions: "xml\\w+",
        version: #"const char *xmlParserVersion = "21405";"#)

    static let curl = FakeLibrary(
        names: ["libcurl.so.4"], shim: "Network/CCurlShim/include/CCurlShim.h",
        functions: "curl_\\w+",
        version: """
            typedef struct { int age; const char *version; unsigned number; const char *host; \
            int features; const char *tls; } Info;
            Info *curl_version_info(int age) {
                (void)age;
                static Info info = {10, "7.87.0", 0x075700, "", 0, "OpenSSL/3.0"};
                return &info;
            }
            """)
}
