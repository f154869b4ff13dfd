import Synchronization
import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A second picture, loaded by a separate request, drawn on a picture.
package struct Composite: SpelledTransform {
    package let request: ImageRequest
    package let placement: Placement

    package init(_ request: ImageRequest, _ placement: Placement) {
        (self.request, self.placement) = (request, placement)
    }

    package static let name = "composite"
    package static let usage =
        "composite(url:URL[,transforms:CHAIN]\(Placement.usage)[,scale:SHARE][,tile])"
    package static let meaning =
        "Draws the image of a percent-encoded URL on the image; X and Y are distances to the edges."
    package static let examples = [
        "composite(url:https%3A%2F%2Fexample.com%2Fa.png,at:southeast,x:10)",
        "composite(url:https%3A%2F%2Fexample.com%2Fa.png,scale:0.2,tile)",
    ]

    package var arguments: [String] {
        let chain = Vocabulary.write(chain: request.transforms)
        return [request.source.argument] + (chain.isEmpty ? [] : ["transforms:\(chain.spelling)"])
            + placement.arguments
    }

    package var fault: String? { placement.fault }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        let expected = "a percent-encoded URL"
        guard let url: String = try arguments.named("url", expected) else {
            throw .missingArgument(transform: Self.name, argument: "url", expected: expected)
        }
        let chain: String = try arguments.named("transforms", "percent-encoded", default: "")
        request = ImageRequest(url, transforms: try Vocabulary.standard.read(chain: chain))
        placement = try Placement(arguments: &arguments, scales: true)
    }

    package var inputs: [ImageRequest] { [request] }

    package func resolved(with inputs: [Bitmap]) -> any ImageTransform {
        Overlay(Self.name, placement, picture: inputs.first)
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try resolved(with: []).apply(to: bitmap)
    }
}

// The text is the identity.
extension Composite {
    package static func == (left: Composite, right: Composite) -> Bool {
        left.arguments == right.arguments
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(arguments) }
}

extension ImageSource {
    /// The argument that names the source; bytes are named by their digest, which cannot be read
    /// back.
    fileprivate var argument: String {
        switch self {
        case .url(let text): "url:\(text.spelling)"
        case .file(let path):
            // A file URL has percent-encoded parts itself, and needs an absolute path.
            "url:\("file://\(path.split(separator: "/", omittingEmptySubsequences: false).map { String($0).spelling }.joined(separator: "/"))".spelling)"
        case .data(let bytes): "data:\(bytes.digest)"
        }
    }
}

/// A picture that is drawn on others: a transform whose input is loaded.
///
/// Its spelling has no URL, since errors show it.
struct Overlay: ImageTransform, ScratchTransform {
    let name: String
    let placement: Placement
    /// Nil if the input was not loaded.
    let picture: Bitmap?
    private let lastScaled = LastScaled()

    init(_ name: String, _ placement: Placement, picture: Bitmap? = nil) {
        (self.name, self.placement, self.picture) = (name, placement, picture)
    }

    var scaledSizes: [PixelSize] { picture.map { [$0.size] } ?? [] }

    var spelling: String { "\(name)(\(placement.arguments.joined(separator: ",")))" }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        if let fault = placement.fault { throw TransformFailure(spelling, fault) }
        guard let picture, let drawn = drawn(on: bitmap.size) else {
            throw TransformFailure(spelling, "the input is loaded by a pipeline only")
        }
        let size = placement.drawnSize(of: picture.size, on: bitmap.size)
        var result = bitmap
        placement.draw(
            drawn, placement.shown(of: size, on: bitmap.size), of: size, on: &result)
        return result
    }

    /// Returns the picture as it is drawn on a canvas, scaled once for all frames of an animation;
    /// of one larger than the canvas the part that is shown.
    func drawn(on canvas: PixelSize) -> Bitmap? {
        guard let picture else { return nil }
        let size = placement.drawnSize(of: picture.size, on: canvas)
        if size == picture.size { return picture }
        let shown = placement.shown(of: size, on: canvas)
        guard shown.size != size else { return lastScaled.picture(picture, in: size) }
        func span(_ start: Int, _ count: Int, _ side: Int, _ whole: Int) -> AxisSpan {
            let step = Double(side) / Double(whole)
            return AxisSpan(start: Double(start) * step, length: Double(count) * step)
        }
        return picture.resampled(
            to: shown.size,
            columns: span(shown.x, shown.size.width, picture.size.width, size.width),
            rows: span(shown.y, shown.size.height, picture.size.height, size.height))
    }
}

/// A picture in the size in which it was drawn last, unless that is larger than the picture: an
/// animation keeps it as long as itself.
private final class LastScaled: Sendable {
    private let last = Mutex<Bitmap?>(nil)

    /// Returns the picture in another size; two calls at the same time may both scale it.
    func picture(_ picture: Bitmap, in size: PixelSize) -> Bitmap {
        if let last = last.withLock({ $0 }), last.size == size { return last }
        let scaled = picture.resampled(to: size)
        if scaled.byteCount <= picture.byteCount { last.withLock { $0 = scaled } }
        return scaled
    }
}
