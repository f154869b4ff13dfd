import WebImageCoding
package import WebImagePixels

/// transform: the request's transforms on the pixels, in order.
package struct TransformChain: Sendable {
    private(set) var transforms: [any ImageTransform]

    /// `true` if a transformed animation has frames.
    var keepsFrames: Bool { transforms.allSatisfy { $0.scope == .everyFrame } }

    /// `true` if no transform changes any picture.
    var isIdentity: Bool { transforms.allSatisfy(\.isIdentity) }

    /// The most bytes of a result's pixels, as of a decoded picture.
    package static let mostResultBytes = 512 << 20

    /// Returns the transformed image; the frames of an animation are transformed when asked for.
    ///
    /// Runs on the decode executor.
    ///
    /// - Throws: `ImageError.transform`, or `cancelled`: a kernel may have left a picture
    ///   unfinished.
    func run(_ image: DecodedImage) throws(ImageError) -> DecodedImage {
        guard !isIdentity else { return image }
        var placed = self
        var map = image.gainMap.flatMap { pixels in
            image.metadata.gainMap.map { MovedGainMap(pixels, of: $0, base: image.size) }
        }
        let poster = try placed.apply(to: image.poster, moving: &map)
        let frames = keepsFrames ? image.frames.map { placed.frames(of: $0, poster: poster) } : nil
        var metadata = image.metadata
        metadata.describe(poster, isStill: frames == nil)
        return DecodedImage(
            poster: poster, metadata: metadata, frames: frames, gainMap: map?.reservedResult())
    }

    private func frames(of source: any FrameProvider, poster: Bitmap) -> any FrameProvider {
        DerivedFrames(source, poster: poster) { source, index in
            var (frame, placed) = (try source.frame(at: index), self)
            do throws(ImageError) {
                var map: MovedGainMap?
                frame.bitmap = try placed.apply(to: frame.bitmap, moving: &map)
            } catch {
                if case .transform(let failure) = error { throw failure }
                throw CodecError.cancelled
            }
            guard frame.bitmap.size == poster.size else {
                let found = "frame \(index) became \(frame.bitmap.size)"
                throw TransformFailure(
                    transforms.map(\.spelling).joined(separator: "/"),
                    "expected every frame to be \(poster.size) like the first, \(found)")
            }
            return frame
        }
    }

    /// Applies the transforms; one that looks for its place in the pixels keeps it.
    ///
    /// - Parameter map: The gain map of the bitmap; nil for none, and after a transform that drops
    ///   it.
    private mutating func apply(
        to bitmap: Bitmap, moving map: inout MovedGainMap?
    ) throws(ImageError) -> Bitmap {
        var bitmap = bitmap
        for (index, next) in transforms.enumerated() {
            if Task.isCancelled { throw .cancelled }
            let former: Bitmap
            let transform: any ImageTransform
            do throws(TransformFailure) {
                former = try next.taking(bitmap)
                transform = (next as? any PlacedTransform)?.placed(on: former) ?? next
                transforms[index] = transform
                bitmap = try Self.run(transform, on: former)
            } catch {
                throw .transform(error)
            }
            if map != nil, !transform.isIdentity { map.follow(transform, on: former) }
        }
        if Task.isCancelled { throw .cancelled }
        return bitmap
    }

    /// Runs a transform on a bitmap in a format that it takes, once the memory of two results is
    /// reserved: its own kernels cannot fail.
    package static func run(
        _ transform: any ImageTransform, on bitmap: Bitmap
    ) throws(TransformFailure) -> Bitmap {
        let (size, format) = (transform.resultSize(of: bitmap.size), bitmap.sampleFormat)
        let result = Bitmap.byteCount(of: size, as: format)
        // A transform refuses too large a result by itself.
        guard result <= mostResultBytes else { return try transform.apply(to: bitmap) }
        let made = try LargeMemory.reserving(
            2 * result,
            scratch: scratchByteCount(of: transform, from: bitmap.size, to: size, as: format)
        ) { () throws(TransformFailure) in try transform.apply(to: bitmap) }
        guard let made else {
            throw TransformFailure(
                transform.spelling, "not enough memory for \(2 * result) bytes")
        }
        return made
    }

    /// Returns the most bytes that the kernels of a transform allocate besides bitmaps.
    static func scratchByteCount(
        of transform: any ImageTransform, from source: PixelSize, to result: PixelSize,
        as format: SampleFormat
    ) -> Int {
        let others = (transform as? any ScratchTransform)?.scaledSizes ?? []
        return ([source, result] + others).map { Bitmap.scratchByteCount(of: $0, as: format) }.max()
            ?? 0
    }
}

extension ImageTransform {
    /// Returns a bitmap in a format that this transform takes: the same one, or of 8 bits.
    fileprivate func taking(_ bitmap: Bitmap) throws(TransformFailure) -> Bitmap {
        guard !isIdentity, !takes(bitmap.sampleFormat) else { return bitmap }
        do throws(CodecError) {
            return try bitmap.reservedConversion(to: .bgra8)
        } catch {
            throw TransformFailure(spelling, "\(error)")
        }
    }
}

extension MovedGainMap? {
    /// Moves the map as a transform moves its base, or drops it.
    fileprivate mutating func follow(_ transform: any ImageTransform, on bitmap: Bitmap) {
        guard let moves = transform.moves(on: bitmap) else {
            self = nil
            return
        }
        self = flatMap { map in
            // A rotation makes pixels at once.
            map.reserving(adding: moves) { map in
                var moved = map
                moved.add(moves)
                return moved
            }
        }
    }
}

extension MovedGainMap {
    /// Returns the moved pixels; nil if the system refuses the memory.
    fileprivate func reservedResult() -> Bitmap? { reserving { $0.result() } }

    /// Returns what is made with memory reserved; nil if it is too much, or refused.
    fileprivate func reserving<Made>(
        adding moves: [PixelMove] = [], _ make: (MovedGainMap) -> Made
    ) -> Made? {
        let count = byteCount(adding: moves)
        guard count <= 4 * TransformChain.mostResultBytes else { return nil }
        return LargeMemory.reserving(count, scratch: Bitmap.scratchByteCount(of: size)) {
            KernelCancellation.observing { make(self) }
        }
    }
}

/// A transform that scales other pictures than the one it transforms.
package protocol ScratchTransform: ImageTransform {
    /// The sizes of these pictures.
    var scaledSizes: [PixelSize] { get }
}

extension ImageMetadata {
    /// Adapts the metadata to a transformed picture.
    ///
    /// A thumbnail in EXIF goes, since it may show pixels that are gone; a density whose sides
    /// differ too, since the picture may be turned.
    fileprivate mutating func describe(_ poster: Bitmap, isStill: Bool) {
        hasAlpha = !poster.isOpaque
        isVector = false
        exif = exif?.uprightExif().withoutExifThumbnail()
        if let known = density, known.x != known.y { density = nil }
        guard isStill else { return }
        frameCount = 1
        durations = []
        loopCount = nil
    }
}
