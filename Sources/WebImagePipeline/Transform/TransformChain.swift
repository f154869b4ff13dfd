import WebImageCaching
import WebImageCoding
import WebImagePixels

/// transform: the request's transforms on the pixels, in order.
struct TransformChain: Sendable {
    let transforms: [any ImageTransform]

    /// The transformed image; the frames of an animation follow when they are asked for.
    ///
    /// Runs on the decode executor.
    ///
    /// - Throws: `ImageError.transform`, or `cancelled` between two transforms.
    func run(_ image: DecodedImage) throws(ImageError) -> DecodedImage {
        guard !transforms.isEmpty else { return image }
        let poster: Bitmap
        do throws(Failure) {
            poster = try apply(to: image.poster)
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .transform(let failure): throw .transform(failure)
            }
        }
        let frames = moves ? image.frames.map { self.frames(of: $0, poster: poster) } : nil
        var metadata = image.metadata
        metadata.describe(poster, isStill: frames == nil)
        return DecodedImage(poster: poster, metadata: metadata, frames: frames)
    }

    /// Whether an animation is one afterwards.
    private var moves: Bool { transforms.allSatisfy { $0.scope == .everyFrame } }

    private func frames(of source: any FrameProvider, poster: Bitmap) -> any FrameProvider {
        DerivedFrames(source, poster: poster) { source, index in
            var frame = try source.frame(at: index)
            do throws(Failure) {
                frame.bitmap = try apply(to: frame.bitmap)
            } catch {
                switch error {
                case .cancelled: throw CodecError.cancelled
                case .transform(let failure): throw failure
                }
            }
            guard frame.bitmap.size == poster.size else {
                let found = "frame \(index) became \(frame.bitmap.size)"
                throw TransformFailure(
                    spelling, "expected every frame to be \(poster.size) as the first, \(found)")
            }
            return frame
        }
    }

    private enum Failure: Error {
        case cancelled
        case transform(TransformFailure)
    }

    private var spelling: String { Vocabulary.write(chain: transforms) }

    private func apply(to bitmap: Bitmap) throws(Failure) -> Bitmap {
        var bitmap = bitmap
        for transform in transforms {
            if Task.isCancelled { throw .cancelled }
            do throws(TransformFailure) {
                bitmap = try run(transform, on: bitmap)
            } catch {
                throw .transform(error)
            }
        }
        return bitmap
    }

    /// Runs a transform, for whose bitmaps there is memory: its own kernels cannot fail.
    ///
    /// The memory is that of two results, as ``ImageTransform/resultSize(of:)`` says.
    private func run(
        _ transform: any ImageTransform, on bitmap: Bitmap
    ) throws(TransformFailure) -> Bitmap {
        let size = transform.resultSize(of: bitmap.size)
        let result = Bitmap.byteCount(of: size)
        // A transform refuses by itself what it may not make.
        guard result <= ResultLimits.byteCount else { return try transform.apply(to: bitmap) }
        let scratch = max(
            Bitmap.scratchByteCount(of: bitmap.size), Bitmap.scratchByteCount(of: size))
        let made = try LargeMemory.reserving(
            2 * result, scratch: scratch
        ) { () throws(TransformFailure) in try transform.apply(to: bitmap) }
        guard let made else {
            throw TransformFailure(
                transform.spelling, "there is no memory for \(2 * result) bytes")
        }
        return made
    }
}

extension ImageMetadata {
    /// Says of a transformed picture what holds for it: the file's size stays, but not what the
    /// file says of pixels that are no longer there (an EXIF block may hold a picture of them).
    fileprivate mutating func describe(_ poster: Bitmap, isStill: Bool) {
        hasAlpha = !poster.isOpaque
        isVector = false
        exif = nil
        density = nil
        guard isStill else { return }
        frameCount = 1
        durations = []
        loopCount = nil
    }
}
