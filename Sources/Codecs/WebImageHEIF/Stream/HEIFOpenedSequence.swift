#if HEIF
    import WebImageCoding
    import WebImagePixels

    /// An opened image sequence: its headers in libheif, and a decoder of each track. Its frames
    /// have 8 bits a sample.
    ///
    // Safe because one task uses it at a time: the frames hand it out to one caller.
    final class HEIFOpenedSequence: @unchecked Sendable {
        let sequence: HEIFSequence
        private let pixels: HEIFPixels
        private let players: [HEIFTrackDecoder]
        private let file: HEIFFile
        private let owner: ByteBlock?

        /// Opens the sequence of a file; nil if it has none.
        ///
        /// - Parameters:
        ///   - bytes: The file, which stays valid as long as this object.
        ///   - owner: The owner of the bytes, if this object is to keep it.
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        init?(
            _ bytes: UnsafeRawBufferPointer, options: DecodeOptions, owner: ByteBlock? = nil
        ) throws(CodecError) {
            let limits = options.limits
            var options = options
            guard let sequence = try HEIFSequence(bytes.bytes, limits: limits) else { return nil }
            self.sequence = sequence
            self.owner = owner
            options.pixelDepth = .eight
            // Safe because the sequence keeps the block, whose bytes never move.
            file = try sequence.still.withUnsafeBytes { [options] still throws(CodecError) in
                try HEIFFile(still, options: options)
            }
            guard sequence.heldBytes <= limits.maxBytes else {
                throw .limit("the pictures that a sequence refers to need more memory than allowed")
            }
            options.limits.maxBytes -= sequence.heldBytes
            pixels = try HEIFPixels(file, options: options)
            players = [sequence.color, sequence.alpha].compactMap(\.self).map {
                HEIFTrackDecoder($0, of: bytes)
            }
        }

        /// Opens the sequence of a file; nil if it has none, or a damaged one besides an image.
        ///
        /// - Throws: `CodecError` if the headers are damaged or exceed the limits.
        static func find(
            _ bytes: UnsafeRawBufferPointer, options: DecodeOptions, owner: ByteBlock? = nil
        ) throws(CodecError) -> HEIFOpenedSequence? {
            do throws(CodecError) {
                return try HEIFOpenedSequence(bytes, options: options, owner: owner)
            } catch {
                guard HEIFSequence.hasImage(bytes.bytes) else { throw error }
                return nil
            }
        }

        /// The most bytes of pictures that are kept, planes and bitmaps in use at once.
        var byteCount: Int { sequence.heldBytes + pixels.byteCount }

        /// The colours as the file states them.
        var color: ColorDescription { file.colors.stated ?? .sRGB }

        /// The colours of the frames.
        var frameColor: ColorDescription { pixels.color }

        /// The metadata in the headers.
        var metadata: ImageMetadata {
            var result = file.metadata
            result.isTruncated = sequence.isCutOff
            guard sequence.count > 1 else { return result }
            result.frameCount = sequence.count
            result.durations = sequence.durations
            result.loopCount = sequence.loopCount
            return result
        }

        /// Returns the frame at an index.
        ///
        /// - Throws: `CodecError` if the bytes are damaged, or the task is cancelled.
        func bitmap(at index: Int) throws(CodecError) -> Bitmap {
            for player in players { try player.advance(to: index) }
            return try pixels.decode(sequences: players.compactMap(\.sequence))
        }
    }
#endif
