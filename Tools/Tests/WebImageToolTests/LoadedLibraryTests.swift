import Testing
import WebImage
import WebImageTesting

/// The opt-in codecs' libraries: loaded on first use, named if they are missing.
struct LoadedLibraryTests {
    private static let names = ["libavif", "libheif", "libjxl", "librsvg", "libtiff"]

    /// Returns the files that the loader opened while the command described a file.
    private func opened(for file: String) async throws -> String {
        var tool = Tool()
        tool.environment["LD_DEBUG"] = "files"
        return try await tool.run("get", file, "--sandbox", "off").errors
    }

    @Test func `loading a JPEG touches none of them`() async throws {
        let folder = try Folder()
        let opened = try await opened(for: folder.write(try Pictures.jpeg(), to: "in.jpg"))
        #expect(opened.contains("libjpeg"))
        for name in Self.names { #expect(!opened.contains(name), "\(name)") }
    }

    @Test(arguments: [ImageFormat.avif, .heic, .jxl, .tiff])
    func `a picture of its format loads its library`(format: ImageFormat) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.encoded(format), to: "in")
        let opened = try await opened(for: source)
        let name = format == .heic ? "libheif" : "lib\(format)"
        #expect(opened.contains(name))
    }

    @Test(
        arguments: [
            (ImageFormat.avif, "libavif.so.", 13...20), (.heic, "libheif.so.", 1...1),
            (.tiff, "libtiff.so.", 5...6),
        ])
    func `a missing library is named, with the package to install`(
        format: ImageFormat, library: String, versions: ClosedRange<Int>
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.encoded(format), to: "in")
        // An empty file where the loader searches first: it finds no library in it, and stops.
        let names = versions.map { "\(library)\($0)" }
        for name in names { try folder.write([], to: "lib/\(name)") }
        var tool = Tool()
        tool.environment["LD_LIBRARY_PATH"] = folder("lib")
        let outcome = try await tool.run("get", source)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("install the package"), "\(outcome.errors)")
        #expect(names.contains { outcome.errors.contains($0) }, "\(outcome.errors)")
    }
}
