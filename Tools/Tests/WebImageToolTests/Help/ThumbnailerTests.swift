import Foundation
import Testing
import WebImage

/// The command as the thumbnailer of a desktop.
struct ThumbnailerTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// The lines of the installed entry by their keys.
    private static let entry: [String: String] = {
        let path = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../Deployment/webimage.thumbnailer").standardizedFileURL
        let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
        return Dictionary(
            lines.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { $1 })
    }()

    /// Runs the entry's command as a desktop does, without a home and a folder of caches.
    private func run(_ source: String, size: Int = 128) async throws -> Tool.Outcome {
        var tool = Tool()
        tool.environment = ["HOME": "/nowhere", "XDG_CACHE_HOME": ""]
        let words = try #require(Self.entry["Exec"]).split(separator: " ").map { word in
            String(word).replacing("%s", with: "\(size)").replacing("%i", with: source)
                .replacing("%o", with: folder("out.png"))
        }
        #expect(words.first == Self.entry["TryExec"])
        return try await tool.run(Array(words.dropFirst()))
    }

    private func thumbnail() throws -> (format: ImageFormat?, size: PixelSize) {
        let bytes = try folder.read("out.png")
        let decoder = try CodecList.installed.decoder(for: .png)
        let picture = try ByteBlock(copying: bytes).withSpan {
            try decoder.metadata(of: $0, limits: DecodeLimits())
        }
        return (Pictures.format(of: bytes), picture.size)
    }

    @Test(arguments: [ImageFormat.avif, .heic, .jxl, .webp, .apng])
    func `each format becomes a PNG in the box, from a path and from a URI`(
        format: ImageFormat
    ) async throws {
        let bytes = try Pictures.encoded(format == .apng ? .png : format, 400, 300)
        let path = try folder.write(bytes, to: "a b#%25.x")
        for source in [path, "file://\(folder.path)/a%20b%23%2525.x"] {
            let outcome = try await run(source)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
            #expect(try thumbnail() == (.png, PixelSize(128, 96)))
            try FileManager.default.removeItem(atPath: folder("out.png"))
        }
        #expect(Self.entry["MimeType"]?.contains(format.mediaType) == true)
    }

    @Test func `a program that has the empty output open reads the picture, or stays with none`()
        async throws
    {
        try folder.write([], to: "out.png")
        let output = try FileHandle(forReadingFrom: URL(filePath: folder("out.png")))
        defer { try? output.close() }
        #expect(try await run(folder.write(Array("no picture".utf8), to: "in.jxl")).status == 1)
        #expect(try output.readToEnd() ?? Data() == Data())
        #expect(folder.files() == ["in.jxl", "out.png"])
        let picture = try folder.write(try Pictures.encoded(.jxl, 400, 300), to: "in.jxl")
        #expect(try await run(picture).status == 0)
        #expect(try output.readToEnd().map { Pictures.format(of: Array($0)) } == .png)
        #expect(try thumbnail() == (.png, PixelSize(128, 96)))
    }

    @Test func `a small picture is not enlarged, and an animation is a still`() async throws {
        _ = try await run(folder.write(try Pictures.encoded(.webp, 40, 30), to: "small.webp"))
        #expect(try thumbnail() == (.png, PixelSize(40, 30)))
        _ = try await run(folder.write(Pictures.animation, to: "moving.gif"))
        #expect(try thumbnail() == (.png, PixelSize(1, 1)))
    }

    @Test(arguments: ["empty", "text", "cut", "huge", "missing"])
    func `a file that cannot be read ends with a reason, and leaves no file`(
        kind: String
    ) async throws {
        let bytes: [UInt8] =
            switch kind {
            case "text": Array("no picture".utf8)
            case "cut": Array(try Pictures.encoded(.avif, 400, 300).prefix(500))
            case "huge": Pictures.hugeClaim
            default: []
            }
        if kind != "missing" { try folder.write(bytes, to: "in.avif") }
        let outcome = try await run(folder("in.avif"))
        #expect(outcome.status == 1 && outcome.errors.hasPrefix("webimage:"), "\(outcome)")
        #expect(folder.files().allSatisfy { $0 == "in.avif" })
    }
}
