import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImagePixels

extension PictureDecoder {
    /// The frames of an animation, undecoded; nil for a still, and where only the first is wanted.
    ///
    /// Damage behind the first frame is no reason to show nothing: the picture is then a still.
    func frames(
        of encoded: EncodedImage, _ decoder: any ImageDecoder, _ onIgnored: OnIgnored
    ) throws(CodecError) -> (any FrameProvider)? {
        guard !options[FirstFrameOnly.self], let decoder = decoder as? any AnimatedImageDecoder
        else { return nil }
        do throws(CodecError) {
            let frames = try decoder.frames(of: encoded, options: decodeOptions)
            return frames.flatMap { $0.count > 1 ? $0 : nil }
        } catch {
            switch error {
            case .damaged, .truncated:
                onIgnored("only the first frame is shown: \(error)")
                return nil
            default: throw error
            }
        }
    }

    /// The animation of `frames`, none decoded but the first.
    ///
    /// - Parameter first: The first frame, where it was decoded while the bytes arrived.
    func animation(
        of encoded: EncodedImage, _ frames: any FrameProvider, _ decoder: any ImageDecoder,
        _ first: DecodeOutput?, _ onIgnored: OnIgnored
    ) throws(CodecError) -> DecodedImage {
        let format = encoded.format ?? decoder.formats.first ?? ImageFormat(rawValue: "animation")
        let output =
            if let first { first } else { try self.first(of: frames, encoded, decoder, format) }
        if Task.isCancelled { throw .cancelled }
        let (poster, metadata, preparation) = try prepare(output, onIgnored)
        let prepared = DerivedFrames(frames, poster: poster) { source, index in
            var frame = try source.decodedFrame(at: index, format: format)
            frame.bitmap = try preparation.run(frame.bitmap)
            return frame
        }
        return DecodedImage(poster: poster, metadata: metadata, frames: prepared)
    }

    private func first(
        of frames: any FrameProvider, _ encoded: EncodedImage, _ decoder: any ImageDecoder,
        _ format: ImageFormat
    ) throws(CodecError) -> DecodeOutput {
        let (metadata, profile) = try encoded.bytes.withSpan { bytes throws(CodecError) in
            (try decoder.metadata(of: bytes, limits: limits), decoder.profile(of: bytes))
        }
        let frame = try frames.decodedFrame(at: 0, format: format)
        return DecodeOutput(bitmap: frame.bitmap, profile: profile, metadata: metadata)
    }
}

extension FrameProvider {
    /// A frame of a codec's provider.
    ///
    /// - Throws: `CodecError`, whatever the provider throws.
    fileprivate func decodedFrame(at index: Int, format: ImageFormat) throws(CodecError) -> Frame {
        do {
            return try frame(at: index)
        } catch let error as CodecError {
            throw error
        } catch {
            throw .damaged(format, "frame \(index): \(error)")
        }
    }
}
