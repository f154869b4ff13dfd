/// Which bits of a pixel's number are which channel.
struct BMPMasks: Hashable {
    /// One channel: the mask, and how a number becomes 8 bits.
    struct Channel: Hashable {
        let mask: UInt32
        /// The lowest of the at most 8 bits that are looked at.
        let shift: UInt32
        /// The largest number those bits can hold.
        let largest: UInt32

        /// A channel of one run of bits, or of none; nil for a mask with holes.
        init?(_ mask: UInt32) {
            self.init(low: UInt32(mask.trailingZeroBitCount), bits: UInt32(mask.nonzeroBitCount))
            guard self.mask == mask else { return nil }
        }

        /// The channel of `bits` bits from bit `low` on.
        init(low: UInt32, bits: UInt32) {
            mask = UInt32(truncatingIfNeeded: ((UInt64(1) << UInt64(bits)) - 1) << UInt64(low))
            shift = low + (bits > 8 ? bits - 8 : 0)
            largest = (UInt32(1) << min(bits, 8)) - 1
        }

        /// The channel of a pixel in 0...255; `absent` where the mask is empty.
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

    /// What 16 bits mean where no masks are given.
    static let rgb555 = BMPMasks(
        red: Channel(low: 10, bits: 5), green: Channel(low: 5, bits: 5),
        blue: Channel(low: 0, bits: 5), alpha: Channel(low: 0, bits: 0))

    /// What 32 bits mean in an icon.
    static let bgra8 = BMPMasks(
        red: Channel(low: 16, bits: 8), green: Channel(low: 8, bits: 8),
        blue: Channel(low: 0, bits: 8), alpha: Channel(low: 24, bits: 8))

    /// The masks of a file; nil when one has holes.
    init?(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
        guard let red = Channel(red), let green = Channel(green), let blue = Channel(blue),
            let alpha = Channel(alpha)
        else { return nil }
        self.init(red: red, green: green, blue: blue, alpha: alpha)
    }

    private init(red: Channel, green: Channel, blue: Channel, alpha: Channel) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }
}
