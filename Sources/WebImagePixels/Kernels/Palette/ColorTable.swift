/// Finds the index of one of up to 256 colours.
struct ColorTable: Sendable {
    /// A colour and its index in one number, all ones where there is none; four times as many places
    /// as colours, so that a search is short.
    private var places = [UInt64](repeating: .max, count: 1024)

    /// The index of a colour, whatever its alpha.
    func index(of pixel: UInt32) -> UInt8? {
        let entry = places[place(of: pixel)]
        return entry == .max ? nil : UInt8(truncatingIfNeeded: entry >> 32)
    }

    /// Adds a colour that is not in it yet.
    mutating func insert(_ pixel: UInt32, index: Int) {
        places[place(of: pixel)] = UInt64(pixel & 0xFF_FFFF) | UInt64(index) << 32
    }

    /// Where the colour stands, or would.
    private func place(of pixel: UInt32) -> Int {
        let color = pixel & 0xFF_FFFF
        var place = Int((color &* 0x9E37_79B1) >> 22)
        while places[place] != .max, UInt32(truncatingIfNeeded: places[place]) != color {
            place = (place + 1) & 1023
        }
        return place
    }
}
