import Foundation
import TestSupport
import Testing
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePipeline
import WebImagePixels
import WebImageTesting

/// URLs of files: the permission to load them, and the effect of changed files.
struct FileURLTests {
    private let test: TestPipeline
    private let path: String

    init() throws {
        var test = TestPipeline()
        test.pipeline.loader = SchemeLoader(["file": FileLoader()])
        self.test = test
        path = test.folder.path + "/a.bmp"
        try FileManager.default.createDirectory(
            atPath: test.folder.path, withIntermediateDirectories: true)
        try write(width: 12)
    }

    private func write(width: Int) throws {
        let bytes = TestPipeline.picture(width: width)
        try Data(bytes.digestBytes).write(to: URL(fileURLWithPath: path))
    }

    private func request(isAllowed: Bool = true) -> ImageRequest {
        var request = ImageRequest("file://\(path)")
        request.allowsFileURLs = isAllowed
        return request
    }

    @Test func `what one may see is shown to nobody else`() async throws {
        #expect(try await test.pipeline.image(for: request()).image.size.width == 12)
        #expect(try await test.pipeline.image(for: request()).origin == .memory)
        let refused = request(isAllowed: false)
        let error = await #expect(throws: ImageError.self) {
            try await test.pipeline.image(for: refused)
        }
        #expect(error?.stage == "request")
        #expect(test.pipeline.imageInMemory(for: refused) == nil)
    }

    @Test func `under a network policy a file needs the option`() async throws {
        var pipeline = test.pipeline
        pipeline.setLimits { $0.load.networkPolicy = NetworkPolicy() }
        var request = ImageRequest(URL(fileURLWithPath: path))
        for refused in [request, ImageRequest(ImageSource.file(path))] {
            let error = await #expect(throws: ImageError.self) {
                try await pipeline.data(for: refused)
            }
            #expect(error?.reason.contains("allowsFileURLs") == true)
        }
        request.allowsFileURLs = true
        #expect(try await pipeline.image(for: request).image.size.width == 12)
    }

    @Test func `a URL of a file is a file, and its text is none`() async throws {
        let url = URL(fileURLWithPath: path)
        #expect(try await test.pipeline.image(for: url).image.size.width == 12)
        #expect(try await test.pipeline.image(for: ImageRequest(url)).origin == .memory)
        await #expect(throws: ImageError.self) {
            try await test.pipeline.image(for: url.absoluteString)
        }
        try write(width: 33)
        #expect(try await test.pipeline.image(for: url).image.size.width == 33)
    }

    @Test(
        arguments: [
            ("FILE:///tmp/a%20b%C3%A4.png", "/tmp/a bä.png"),
            ("file://localhost/tmp/a.png?x#y", "/tmp/a.png"),
            ("file:/tmp/a.png", "/tmp/a.png"), ("file://server/tmp/a.png", nil),
            ("ftp://a.test/a.png", nil), ("fiLEs:/tmp/a.png", nil),
        ] as [(String, String?)])
    func `only a URL of this machine is a file`(_ text: String, _ expected: String?) throws {
        switch ImageRequest(try #require(URL(string: text))).source {
        case .file(let path): #expect(path == expected)
        case .url(let url): #expect(expected == nil && url == text)
        case .data: Issue.record("a URL is no data")
        }
    }

    @Test func `a file that changed is read again`() async throws {
        _ = try await test.pipeline.image(for: request())
        try write(width: 33)
        #expect(try await test.pipeline.image(for: request()).image.size.width == 33)
    }

    @Test func `a file that is not there is told as such`() async throws {
        try FileManager.default.removeItem(atPath: path)
        let error = await #expect(throws: ImageError.self) {
            try await test.pipeline.image(for: request())
        }
        guard case .load(let failure)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.kind == .fileNotFound)
    }
}
