/// Arithmetic on a pixel packed in 32 bits, alpha in the highest byte, two channels at a time.
enum PackedPixel {
    /// Returns every channel × `factor` / 255, rounded as by ``Convert/multiply(_:_:)``.
    @inline(__always)
    static func multiply(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
        let even = scaled(pixel & 0xFF_00FF, factor)
        let odd = scaled(pixel >> 8 & 0xFF_00FF, factor)
        return even >> 8 & 0xFF_00FF | odd & 0xFF00_FF00
    }

    /// Returns a straight pixel with its colour × alpha / 255.
    @inline(__always)
    static func premultiply(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return multiply(pixel | 0xFF00_0000, alpha)
    }

    /// Returns two channels, 16 bits apart, × `factor` / 255 in their upper halves.
    @inline(__always)
    private static func scaled(_ channels: UInt32, _ factor: UInt32) -> UInt32 {
        let product = channels &* factor &+ 0x80_0080
        return product &+ (product >> 8 & 0xFF_00FF)
    }

    /// Returns the pixel with red and blue exchanged.
    @inline(__always)
    static func swapped(_ pixel: UInt32) -> UInt32 {
        pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16
    }
}
