import WebImageBytes
package import WebImageColorimetry
import WebImageSizing

/// The parameters of a decode besides the bytes.
public struct DecodeOptions: Hashable, Sendable {
    /// The limits to check before allocating memory.
    public var limits: DecodeLimits
    /// The upright size that the caller needs.
    ///
    /// A decoder may return any size between this one and the file's own, whichever its library
    /// decodes at low cost; it never returns less.
    public var downsampling: Downsampling
    /// The page of a document to decode, counted from 0; formats without pages ignore it.
    public var page: Int
    /// `true` to show a truncated JPEG, PNG or GIF; missing rows are grey in a JPEG, else
    /// transparent.
    ///
    /// The first row must be there, of a JPEG the first row of blocks, or a scan. A JPEG with
    /// damaged codes or other markers between them is shown as libjpeg goes on after them. Other
    /// formats are refused if they are truncated. An animation whose later frames are cut off has
    /// its whole ones in any case.
    public var allowsTruncatedData: Bool
    /// The colours that the pipeline returns; a decoder reads it only if it converts by itself.
    public var colorProfile = ColorProfilePolicy.sRGB
    /// The depth of samples that the caller takes; a decoder that ignores it returns 8 bits.
    public var pixelDepth = PixelDepth.eight
    /// `true` for a file that keeps colours whatever their alpha: a still of 8 bits with alpha may
    /// then be `SampleFormat.rgba16`.
    ///
    /// A decoder that can returns straight samples, widened, with 8 significant bits; others, and
    /// of reduced pictures all, may return 8 bits.
    package var keepsTranslucency = false
    /// `true` for markup that this package has written, which SVG is drawn from in any process.
    package var isOwnMarkup = false
    /// The options of the request; nil outside of a pipeline.
    package var values: DecodeValues?

    /// Creates options, by default without scaling.
    ///
    /// - Parameters:
    ///   - limits: The limits of pixels, bytes and frames.
    ///   - downsampling: The upright size that the caller needs.
    ///   - page: The page of a document, counted from 0.
    ///   - allowsTruncatedData: `true` to show a truncated JPEG, PNG or GIF, or a damaged JPEG, as
    ///     far as it goes.
    public init(
        limits: DecodeLimits = DecodeLimits(), downsampling: Downsampling = Downsampling(),
        page: Int = 0, allowsTruncatedData: Bool = false
    ) {
        self.limits = limits
        self.downsampling = downsampling
        self.page = page
        self.allowsTruncatedData = allowsTruncatedData
    }
}

/// The depth of decoded samples.
public enum PixelDepth: String, Hashable, Sendable, CaseIterable {
    /// 8 bits a sample, the default: `SampleFormat.bgra8`.
    case eight
    /// As stored: stills of more than 8 bits a sample, and frames of such an APNG, are
    /// `SampleFormat.rgba16`, all others `bgra8`.
    ///
    /// Other animations, inks but for those of TIFF, and light in PQ and HLG have 8 bits in any
    /// case.
    case asStored
    /// As stored, and stills with light above white are `SampleFormat.rgbaHalf`: those in PQ and
    /// HLG, those of floats in linear light, and those with a gain map, which is applied.
    case hdr
}

extension DecodeOptions {
    /// Returns `true` if the pixels of a still are decoded to `SampleFormat.rgba16`, in the colours
    /// of the file.
    ///
    /// Samples in PQ and HLG stay as they are, of any depth, if light above white is wanted: the
    /// pipeline makes light of them. Those of 8 bits do if translucent colours are kept, and the
    /// colours need no mapping.
    ///
    /// - Parameters:
    ///   - bits: The bits of a sample in the file.
    ///   - color: The colours as the file states them.
    ///   - hasAlpha: `true` for colours that are stored beside alpha, not multiplied by it.
    package func isDeep(
        bits: Int, _ color: ColorDescription, hasAlpha: Bool = false
    ) -> Bool {
        if keepsTranslucency, hasAlpha, bits <= 8, !color.isMappedToRange { return true }
        return switch pixelDepth {
        case .eight: false
        case .asStored: bits > 8 && !color.isMappedToRange
        case .hdr: color.isHighDynamicRange || bits > 8 && !color.isMappedToRange
        }
    }

    /// Returns `true` if the frames of an animation are decoded to `SampleFormat.rgba16`, in the
    /// colours of the file.
    ///
    /// - Parameters:
    ///   - bits: The bits of a sample in the file.
    ///   - color: The colours as the file states them.
    package func isDeep(framesOf bits: Int, _ color: ColorDescription) -> Bool {
        pixelDepth != .eight && bits > 8 && !color.isMappedToRange
    }
}

/// Values for a decoder, of a type that this module does not know.
package struct DecodeValues: Hashable, Sendable {
    package let base: any Hashable & Sendable

    package init(_ base: any Hashable & Sendable) { self.base = base }

    package static func == (one: DecodeValues, other: DecodeValues) -> Bool {
        AnyHashable(one.base) == AnyHashable(other.base)
    }

    package func hash(into hasher: inout Hasher) { base.hash(into: &hasher) }
}
