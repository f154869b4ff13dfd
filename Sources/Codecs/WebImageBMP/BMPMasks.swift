/// The bits of a pixel's number that hold each channel.
struct BMPMasks: Hashable {
    /// The mask of one channel, and the conversion of its number to 8 bits.
    struct Channel: Hashable {
        let mask: UInt32
        /// The lowest of the at most 8 bits in use.
        let shift: UInt32
        /// The largest number in those bits.
        let largest: UInt32

        /// Creates a channel of contiguous bits, or of none; nil for a mask with holes.
        init?(_ mask: UInt32) {
            self.init(low: UInt32(mask.trailingZeroBitCount), bits: UInt32(mask.nonzeroBitCount))
            guard self.mask == mask else { return nil }
        }

        /// Creates the channel of `bits` bits, beginning at bit `low`.
        init(low: UInt32, bits: UInt32) {
            mask = UInt32(truncatingIfNeeded: ((UInt64(1) << UInt64(bits)) - 1) << UInt64(low))
            shift = low + (bits > 8 ? bits - 8 : 0)
            largest = (UInt32(1) << min(bits, 8)) - 1
        }

        /// Returns the channel of a pixel in 0...255; `absent` for an empty mask.
        @inline(__always)
        func value(in pixel: UInt32, absent: UInt8) -> UInt8 {
            guard mask != 0 else { return absent }
            let number = (pixel & mask) >> shift
            if largest == 255 { return UInt8(truncatingIfNeeded: number) }
            return UInt8(truncatingIfNeeded: (number * 255 + largest / 2) / largest)
        }
    }

    let red: Channel
    let green: Channel
    let blue: Channel
    let alpha: Channel

    /// The masks of 16 bits without masks in the file.
    static let rgb555 = BMPMasks(
        red: Channel(low: 10, bits: 5), green: Channel(low: 5, bits: 5),
        blue: Channel(low: 0, bits: 5), alpha: Channel(low: 0, bits: 0))

    /// The masks of 32 bits in an icon.
    static let bgra8 = BMPMasks(
        red: Channel(low: 16, bits: 8), green: Channel(low: 8, bits: 8),
        blue: Channel(low: 0, bits: 8), alpha: Channel(low: 24, bits: 8))

    /// Creates the masks of a file; nil if one has holes.
    init?(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
        guard let red = Channel(red), let green = Channel(green), let blue = Channel(blue),
            let alpha = Channel(alpha)
        else { return nil }
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    /// These masks without alpha.
    var opaque: BMPMasks {
        BMPMasks(red: red, green: green, blue: blue, alpha: Channel(low: 0, bits: 0))
    }

    /// Returns masks of these colours; nil if that of alpha has holes or other bits than the pixel.
    func with(alpha mask: UInt32, in bitsPerPixel: Int) -> BMPMasks? {
        let colors = red.mask | green.mask | blue.mask
        guard let alpha = Channel(mask), mask & colors == 0,
            bitsPerPixel == 32 || mask < 1 << UInt32(bitsPerPixel)
        else { return nil }
        return BMPMasks(red: red, green: green, blue: blue, alpha: alpha)
    }

    private init(red: Channel, green: Channel, blue: Channel, alpha: Channel) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
