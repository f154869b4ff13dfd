import WebImageCoding

/// The codecs of a trait: none while it is off.
protocol InstalledCodecs {
    static var decoders: [any ImageDecoder] { get }
    static var encoders: [any ImageEncoder] { get }
}

extension InstalledCodecs {
    static var decoders: [any ImageDecoder] { [] }
    static var encoders: [any ImageEncoder] { [] }
}

enum InstalledJPEG: InstalledCodecs {}
enum InstalledPNG: InstalledCodecs {}
enum InstalledGIF: InstalledCodecs {}
enum InstalledWebP: InstalledCodecs {}
enum InstalledAVIF: InstalledCodecs {}
enum InstalledHEIF: InstalledCodecs {}
enum InstalledJPEGXL: InstalledCodecs {}
enum InstalledSVG: InstalledCodecs {}
enum InstalledTIFF: InstalledCodecs {}

#if JPEG
    import WebImageJPEG

    extension InstalledJPEG {
        static let decoders: [any ImageDecoder] = [JPEGDecoder()]
        static let encoders: [any ImageEncoder] = [JPEGEncoder()]
    }
#endif

#if PNG
    import WebImagePNG

    extension InstalledPNG {
        static let decoders: [any ImageDecoder] = [PNGDecoder()]
        static let encoders: [any ImageEncoder] = [PNGEncoder(), APNGEncoder()]
    }
#endif

#if GIF
    import WebImageGIF

    extension InstalledGIF {
        static let decoders: [any ImageDecoder] = [GIFDecoder()]
        static let encoders: [any ImageEncoder] = [GIFEncoder()]
    }
#endif

#if WebP
    import WebImageWebP

    extension InstalledWebP {
        static let decoders: [any ImageDecoder] = [WebPDecoder()]
        static let encoders: [any ImageEncoder] = [WebPEncoder()]
    }
#endif

#if AVIF
    import WebImageAVIF

    extension InstalledAVIF {
        static let decoders: [any ImageDecoder] = [AVIFDecoder()]
        static let encoders: [any ImageEncoder] = [AVIFEncoder()]
    }
#endif

#if HEIF
    import WebImageHEIF

    extension InstalledHEIF {
        static let decoders: [any ImageDecoder] = [HEIFDecoder()]
        static let encoders: [any ImageEncoder] = [HEIFEncoder()]
    }
#endif

#if JPEGXL
    import WebImageJPEGXL

    extension InstalledJPEGXL {
        static let decoders: [any ImageDecoder] = [JPEGXLDecoder()]
        static let encoders: [any ImageEncoder] = [JPEGXLEncoder()]
    }
#endif

#if SVG
    import WebImageSVG

    extension InstalledSVG {
        static let decoders: [any ImageDecoder] = [SVGDecoder()]
    }
#endif

#if TIFF
    import WebImageTIFF

    extension InstalledTIFF {
        static let decoders: [any ImageDecoder] = [TIFFDecoder()]
        static let encoders: [any ImageEncoder] = [TIFFEncoder()]
    }
#endif

#if Color
    import WebImageColor

    /// The converter of the trait Color.
    enum InstalledColor {
        static let converter: (any ColorConverting)? = ColorConverter()
    }
#else
    /// The converter of the trait Color: none, it is off.
    enum InstalledColor {
        static let converter: (any ColorConverting)? = nil
    }
#endif
