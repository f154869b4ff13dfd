public import WebImageCoding

extension CodecList {
    /// Every codec whose trait is on, and BMP and ICO, which need none.
    public static let installed = CodecList(
        decoders: InstalledJPEG.decoders + InstalledPNG.decoders + InstalledGIF.decoders
            + InstalledWebP.decoders + [
                BMPDecoder(), ICODecoder(png: InstalledPNG.decoders.first),
            ],
        encoders: InstalledJPEG.encoders + InstalledPNG.encoders + InstalledGIF.encoders
            + InstalledWebP.encoders + [BMPEncoder()],
        color: InstalledColor.converter)
}
