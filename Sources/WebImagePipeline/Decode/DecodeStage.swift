import WebImageCoding
import WebImagePixels

/// decode: bytes to upright sRGB pixels of the size that was asked for.
struct DecodeStage: Sendable {
    let codecs: CodecList
    let limits: DecodeLimits

    /// The image of `encoded`; runs on the decode executor.
    ///
    /// - Parameter onIgnored: Told what the picture asked for and did not get.
    func run(
        _ encoded: EncodedImage, options: ImageOptions, decoder: (any ImageDecoder)?,
        onIgnored: (String) -> Void
    ) throws(CodecError) -> DecodedImage {
        let decoder = if let decoder { decoder } else { try self.decoder(for: encoded) }
        let downsampling = Downsampling(options)
        let decodeOptions = DecodeOptions(limits: limits, downsampling: downsampling)
        var output = try encoded.bytes.withSpan { bytes throws(CodecError) in
            try decoder.decode(bytes, options: decodeOptions)
        }
        if Task.isCancelled { throw .cancelled }
        output.reduce(by: downsampling)
        applyProfile(to: &output, onIgnored)
        output.turnUpright()
        output.cut(to: downsampling)
        return DecodedImage(poster: output.bitmap, metadata: output.metadata)
    }

    private func decoder(for encoded: EncodedImage) throws(CodecError) -> any ImageDecoder {
        guard let format = encoded.format else {
            throw .unrecognized(encoded.bytes.withSpan { ImageFormat.describe($0) })
        }
        return try codecs.decoder(for: format)
    }

    /// Turns the file's colours into sRGB; a profile that can't be applied leaves them as they are.
    private func applyProfile(to output: inout DecodeOutput, _ onIgnored: (String) -> Void) {
        if let profile = output.profile {
            do throws(CodecError) {
                guard let color = codecs.color else {
                    throw .unsupported(.init(rawValue: "icc"), "the trait Color is off")
                }
                output.metadata.profileDescription = color.describe(profile)
                try color.convertToSRGB(&output.bitmap, from: profile)
            } catch {
                onIgnored("the colour profile is not applied: \(error)")
            }
        }
        if output.bitmap.colorSpace == .cmyk { output.bitmap.convertCMYKToSRGB() }
    }
}

extension Downsampling {
    /// What the options of a request ask for.
    init(_ options: ImageOptions) {
        self.init(
            box: options[TargetSize.self], fit: options[TargetFit.self],
            maxBytes: options[ByteBudget.self])
    }
}

extension DecodeOutput {
    /// Scales the stored pixels to the size asked for; `fill` still has its surplus.
    fileprivate mutating func reduce(by downsampling: Downsampling) {
        let upright = downsampling.scaledSize(of: metadata.size)
        let stored = metadata.orientation.upright(upright)
        if bitmap.size != stored { bitmap = bitmap.resampled(to: stored) }
    }

    fileprivate mutating func turnUpright() {
        if metadata.orientation != .up { bitmap = bitmap.oriented(metadata.orientation) }
    }

    /// Cuts away what `fill` scaled beyond the box, evenly on both sides.
    fileprivate mutating func cut(to downsampling: Downsampling) {
        guard downsampling.fit == .fill, let box = downsampling.box else { return }
        let width = box.width > 0 ? min(box.width, bitmap.size.width) : bitmap.size.width
        let height = box.height > 0 ? min(box.height, bitmap.size.height) : bitmap.size.height
        let size = PixelSize(width: width, height: height)
        guard size != bitmap.size else { return }
        let x = (bitmap.size.width - width) / 2
        let y = (bitmap.size.height - height) / 2
        bitmap = bitmap.cropped(to: PixelRect(x: x, y: y, size: size))
    }
}
