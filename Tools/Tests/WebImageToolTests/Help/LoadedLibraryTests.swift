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

    @Test(
        arguments: [
            (
                ImageFormat.avif, FakeLibrary.avif, #"libavif from [0-9.]+, before [0-9.]+"#,
                "0.10.1", "libavif1[56]"
            ),
            (.heic, .heif, "libheif from 1.15, before 2.0", "1.14.2", "libheif1"),
            (.heic, .de265, "libde265 from 1.0, before 2.0", "2.0.0", "libde265-0"),
            (.jxl, .jxl, #"libjxl from ([0-9.]+), before [0-9.]+"#, "0.6.1", #"libjxl0\.[0-9]+"#),
        ])
    func `another version is named, with the versions that fit and the package`(
        format: ImageFormat, library: FakeLibrary, wanted: String, found: String, package: String
    ) async throws {
        let folder = try Folder()
        let source = try folder.write(try Pictures.encoded(format), to: "in")
        let errors = try await errors(reading: source, with: [library], in: folder)
        let line = "\(wanted) \\(installed: \(found)\\) is missing; install the package \(package)"
        #expect(try errors.contains(Regex(line)), "\(errors)")
    }

    @Test(
        arguments: [
            (
                [FakeLibrary.rsvg(minor: 53)], "librsvg from 2.54, before 3.0 (installed: 2.53)",
                "librsvg2-2"
            ),
            (
                [.rsvg(minor: 60), .xml], "libxml2 from 2.9, before 2.14 (installed: 2.14)",
                "libxml2"
            ),
        ])
    func `another version of a library for drawings is named`(
        libraries: [FakeLibrary], wanted: String, package: String
    ) async throws {
        let folder = try Folder()
        let drawing = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#
        let source = try folder.write(Array(drawing.utf8), to: "in.svg")
        let errors = try await errors(reading: source, with: libraries, in: folder)
        let line = "the library \(wanted) is missing; install the package \(package)"
        #expect(errors.contains(line), "\(errors)")
    }

    @Test func `a libcurl that is too old is named`() async throws {
        let folder = try Folder()
        let errors = try await errors(
            reading: "http://127.0.0.1:9/a.png", with: [.curl], in: folder)
        let line = "libcurl 7.87.0 is too old; 7.88 or later is needed (package libcurl4)"
        #expect(errors.contains(line), "\(errors)")
    }

    /// Returns the errors of the command for a source that it reads with other libraries.
    private func errors(
        reading source: String, with libraries: [FakeLibrary], in folder: Folder
    ) async throws -> String {
        for library in libraries { try library.write(to: folder) }
        var tool = Tool()
        tool.environment["LD_LIBRARY_PATH"] = folder("fake")
        let outcome = try await tool.run("get", source)
        #expect(outcome.status == 1)
        return outcome.errors
    }
}
