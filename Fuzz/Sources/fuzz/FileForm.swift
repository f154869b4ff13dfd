import WebImage

@testable import WebImageCoding
@testable import WebImagePipeline

/// A file that is written of a picture.
struct FileForm: CustomStringConvertible {
    let format: ImageFormat
    private let settings: EncodeSettings

    var description: String {
        let curve = settings.lightCurve.map { ", \($0)" } ?? ""
        return "\(format), \(settings.depth)\(curve)"
    }

    private init(
        _ format: ImageFormat, _ curve: LightCurve? = nil, _ depth: EncodeDepth = .keep
    ) {
        self.format = format
        var settings = EncodeSettings(effort: 1)
        (settings.lightCurve, settings.depth) = (curve, depth)
        self.settings = settings
    }

    /// `true` for the base of a gain map.
    var hasMap: Bool { settings.lightCurve == .gainMap }

    static let all = always + others
    /// Those of each picture.
    static let always = [
        FileForm(.png, nil, .sixteen), FileForm(.tiff), FileForm(.png, nil, .eight),
    ]
    /// Those of which a library reads the profile.
    static let ofProfiles = always + [FileForm(.jxl)]
    /// Those of which a picture gets one; the fast ones are there twice.
    static let others =
        fast + fast + [
            FileForm(.jxl), FileForm(.jxl, .hlg), FileForm(.jxl, .gainMap), FileForm(.avif),
            FileForm(.avif, .hlg), FileForm(.avif, .gainMap), FileForm(.heic, .pq),
        ]
    private static let fast = [
        FileForm(.png, .pq), FileForm(.png, .hlg), FileForm(.jpeg, .gainMap), FileForm(.webp),
        FileForm(.tiff, nil, .sixteen),
    ]

    /// Writes the file, and checks that it has a picture of the same size.
    func write(_ image: DecodedImage, of original: EncodedImage?, _ limits: DecodeLimits) {
        guard let file = file(of: image, original),
            let decoder = try? CodecList.fuzzed.decoder(for: format)
        else { return }
        var options = DecodeOptions(limits: limits)
        options.pixelDepth = .hdr
        do throws(CodecError) {
            let output = try file.withSpan { bytes throws(CodecError) in
                try decoder.decode(bytes, options: options)
            }
            require(output.bitmap.size == image.size, "\(self) has another size.")
        } catch {
            broken("\(self) cannot be read: \(error)")
        }
    }

    /// Returns the file of a picture; nil without an encoder.
    func file(of image: DecodedImage, _ original: EncodedImage? = nil) -> ByteBlock? {
        guard let encoder = try? PictureEncoder(.fuzzed, format: format) else { return nil }
        do throws(CodecError) {
            return try encoder.run(image, of: original, settings).bytes
        } catch {
            broken("It cannot be written as \(self): \(error)")
        }
    }
}
