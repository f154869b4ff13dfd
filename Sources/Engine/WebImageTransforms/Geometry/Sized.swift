package import WebImageCoding
import WebImageLoading
package import WebImagePipeline
package import WebImagePixels

/// A rule of sizes for the pixels that a transform gets, with effects before its canvas.
package struct Sized: SpelledTransform {
    package let sizing: TargetSizing
    package let effects: [BuiltInTransform]
    /// The part of the scaled picture that is kept; nil to find it.
    private var kept: PixelRect?

    package init(_ sizing: TargetSizing, effects: [BuiltInTransform] = []) {
        self.sizing = sizing
        self.effects = effects
    }

    package static let name = "sized"
    package static let usage = "sized(SIZE[,effects:CHAIN])"
    package static let meaning =
        "Turns, crops, scales and extends by a rule of sizes, as of a request. CHAIN runs before the canvas, of transforms that keep the size: \(Vocabulary.effects.names.joined(separator: ", "))."
    package static let examples = [
        "sized(fill:300x200,at:smart)",
        "sized(fit:300x200,extend,pad:9:9:9:9,effects:blur(3)/sharpen(1))",
    ]

    package var arguments: [String] {
        let chain = Vocabulary.write(chain: effects)
        return [sizing.spelling] + (effects.isEmpty ? [] : ["effects:\(chain)"])
    }

    package var fault: String? {
        let names = Vocabulary.effects.names
        guard effects.count <= Vocabulary.longestChain else {
            return "expected at most \(Vocabulary.longestChain) effects, found \(effects.count)"
        }
        for effect in effects {
            if let fault = effect.fault { return "\(effect.name): \(fault)" }
            if !names.contains(effect.name) {
                return "expected effects that keep the size, found \(effect.name)"
            }
        }
        return nil
    }

    package var isIdentity: Bool {
        sizing.spelling == sizing.mode.rawValue && effects.allSatisfy(\.isIdentity)
    }

    package init(arguments: inout ArgumentReader) throws(VocabularyError) {
        let chain = arguments.text(of: "effects") ?? ""
        effects = try Vocabulary.effects.read(chain: chain).compactMap { $0 as? BuiltInTransform }
        let text = arguments.rest().joined(separator: ",")
        guard !text.isEmpty else {
            throw .missingArgument(
                transform: Self.name, argument: "size", expected: TargetSizing.usage)
        }
        do throws(SizingError) {
            sizing = try TargetSizing(text)
        } catch {
            throw .wrongArgument(
                transform: Self.name, argument: error.part.isEmpty ? "size" : error.part,
                expected: error.expected, found: error.found)
        }
    }

    package func apply(to bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try checkArguments()
        let metadata = ImageMetadata(size: bitmap.size)
        var (result, kept) = (try scaled(bitmap), kept)
        result = try limited { () throws(CodecError) in
            try steps.cut(result, metadata, keeping: &kept)
        }
        for effect in effects {
            let size = result.size
            result = try TransformChain.run(effect, on: result)
            guard result.size == size else {
                throw failure("expected effects that keep the size, found \(effect.name)")
            }
        }
        return try limited { () throws(CodecError) in try steps.placed(result, metadata) }
    }

    package func resultSize(of size: PixelSize) -> PixelSize {
        steps.demand(of: MemoryDemand(size: size, byteCount: 0), isVector: false).size
    }

    var steps: Downsampling { Downsampling(sizing) }

    /// Returns the turned picture in its scale, before it is cut.
    private func scaled(_ bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        try limited { () throws(CodecError) in
            let metadata = ImageMetadata(size: bitmap.size)
            try steps.check(metadata, DecodeLimits())
            return try steps.turned(steps.scaled(bitmap, metadata), metadata)
        }
    }

    /// Returns the part of the scaled picture that is kept; nil for a picture that is refused.
    func kept(on bitmap: Bitmap) -> PixelRect? {
        if let kept { return kept }
        return (try? scaled(bitmap)).map {
            steps.kept(of: $0, ImageMetadata(size: bitmap.size))
        }
    }

    /// Runs a step, whose error becomes the transform's.
    private func limited<Result>(
        _ step: () throws(CodecError) -> Result
    ) throws(TransformFailure) -> Result {
        do throws(CodecError) {
            return try step()
        } catch {
            throw failure("\(error)")
        }
    }
}

extension Sized: PlacedTransform {
    package func placed(on bitmap: Bitmap) -> any ImageTransform {
        guard kept == nil, fault == nil,
            sizing.position == .attention || sizing.crop?.position == .attention,
            let kept = kept(on: bitmap)
        else { return self }
        var placed = self
        placed.kept = kept
        return placed
    }
}

// The text is the identity, besides the part of a first frame.
extension Sized {
    package static func == (left: Sized, right: Sized) -> Bool {
        left.arguments == right.arguments && left.kept == right.kept
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(arguments) }
}
