import WebImage

/// The pictures to measure with, made by arithmetic: the same on every machine.
enum Inputs {
    /// A JPEG of 12 megapixels.
    static func large(in folder: String) -> String { "\(folder)/large.jpg" }
    /// A JPEG of about 30 kB.
    static func small(in folder: String) -> String { "\(folder)/small.jpg" }

    static func write(to folder: String) throws {
        try write(PixelSize(width: 4000, height: 3000), quality: 85, to: large(in: folder))
        try write(PixelSize(width: 480, height: 360), quality: 80, to: small(in: folder))
    }

    private static func write(_ size: PixelSize, quality: Int, to path: String) throws {
        let encoder = try CodecList.installed.encoder(for: .jpeg)
        let settings = EncodeSettings(quality: quality)
        let bytes = try encoder.encode(Photograph.make(size), settings: settings)
        try Files.write(bytes.withUnsafeBytes { Array($0) }, to: path)
    }
}
