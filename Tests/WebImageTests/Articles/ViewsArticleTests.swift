import Foundation
import Testing
import WebImage
import WebImageTesting
import WebImageViews

/// The view printed in Sources/Library/WebImage/WebImage.docc/Guides/AnimationsAndPreviews.md,
/// which must work.
@MainActor struct ViewsArticleTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .path(percentEncoded: false)

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    @Test func `the article prints the view that is compiled`() throws {
        let path = "Tests/WebImageTests/Articles/PictureView.swift"
        let parts = try Self.text(
            "Sources/Library/WebImage/WebImage.docc/Guides/AnimationsAndPreviews.md"
        )
        .components(separatedBy: "<!-- \(path) -->\n```swift\n")
        #expect(parts.count == 2)
        let printed = parts.last?.components(separatedBy: "```").first
        #expect(try printed == Self.text(path))
    }

    @Test func `the printed view shows a picture in its size, and lets it go`() async throws {
        let bitmap = Bitmap(size: PixelSize(width: 64, height: 48), isOpaque: true)
        let bytes = try BMPEncoder().encode(bitmap, settings: EncodeSettings())
        var sizes: [PixelSize?] = []
        let view = PictureView(ImagePipeline(transport: nil, disk: nil)) { sizes.append($0?.size) }
        view.load(
            ImageSource.data(bytes),
            placeholder: DecodedImage(poster: Bitmap(size: PixelSize(width: 1, height: 1))))
        #expect(sizes == [PixelSize(width: 1, height: 1)])
        view.resized(width: 32, height: 32)
        #expect(await shows(PixelSize(width: 32, height: 24)) { sizes.last ?? nil })
        view.unmapped()
        #expect(sizes.last == .some(nil))
        view.mapped()
        #expect(await shows(PixelSize(width: 32, height: 24)) { sizes.last ?? nil })
        view.prepareForReuse()
        #expect(sizes.last == .some(nil))
    }

    private func shows(_ size: PixelSize, _ last: () -> PixelSize?) async -> Bool {
        for _ in 0..<30_000 where last() != size { try? await Task.sleep(for: .milliseconds(2)) }
        return last() == size
    }
}
