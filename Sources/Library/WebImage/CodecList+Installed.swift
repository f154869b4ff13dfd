import WebImageBMP
public import WebImageCoding
import WebImageICO

extension CodecList {
    /// All codecs of the enabled traits, and BMP and ICO, which need no trait.
    public static let installed = CodecList(
        decoders: InstalledJPEG.decoders + InstalledPNG.decoders + InstalledGIF.decoders
            + InstalledWebP.decoders + InstalledAVIF.decoders + InstalledHEIF.decoders
            + InstalledJPEGXL.decoders + InstalledSVG.decoders + InstalledTIFF.decoders + [
                BMPDecoder(), ICODecoder(png: InstalledPNG.decoders.first),
            ],
        encoders: InstalledJPEG.encoders + InstalledPNG.encoders + InstalledGIF.encoders
            + InstalledWebP.encoders + InstalledAVIF.encoders + InstalledHEIF.encoders
            + InstalledJPEGXL.encoders + InstalledTIFF.encoders + [BMPEncoder(), ICOEncoder()],
        color: InstalledColor.converter)
}
