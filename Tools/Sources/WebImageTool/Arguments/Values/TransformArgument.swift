import ArgumentParser
import WebImage

/// A transform whose second picture may be a file: the command's user may read it.
private struct LocalInput: ImageTransform {
    private let transform: any ImageTransform

    init(_ transform: any ImageTransform) { self.transform = transform }

    var spelling: String { transform.spelling }
    var scope: TransformScope { transform.scope }
    var inputs: [ImageRequest] { transform.inputs.map(Self.local) }

    func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try transform.apply(to: bitmap)
    }

    func resultSize(of size: PixelSize) -> PixelSize { transform.resultSize(of: size) }

    func resolved(with inputs: [Bitmap]) -> any ImageTransform {
        transform.resolved(with: inputs)
    }

    /// Returns the request of a file for one of a path; one of a URL is allowed to name a file.
    private static func local(_ request: ImageRequest) -> ImageRequest {
        guard case .url(let text) = request.source else { return request }
        var request = request
        if Source(text).kind == .file { request.source = .file(text) }
        request.allowsFileURLs = true
        return request
    }
}

/// Reads `--transform`: one spelling, or several joined by `/`.
enum TransformArgument {
    static func read(_ text: String) throws -> [any ImageTransform] {
        do throws(VocabularyError) {
            let chain = ColorArgument.spelledOut(text)
            return try Vocabulary.withInputs.read(chain: chain).map { transform in
                transform.inputs.isEmpty ? transform : LocalInput(transform)
            }
        } catch {
            throw ValidationError(error.description)
        }
    }
}
