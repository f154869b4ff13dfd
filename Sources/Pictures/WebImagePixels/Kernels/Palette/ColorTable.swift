/// A hash table of the indices of up to 256 colours.
struct ColorTable: Sendable {
    /// A colour and its index in one number, all ones in an empty slot; four times as many slots
    /// as colours keep searches short.
    private var places = [UInt64](repeating: .max, count: 1024)

    /// Returns the index of a colour, ignoring its alpha.
    func index(of pixel: UInt32) -> UInt8? {
        let entry = places[place(of: pixel)]
        return entry == .max ? nil : UInt8(truncatingIfNeeded: entry >> 32)
    }

    /// Inserts a colour that is not in the table.
    mutating func insert(_ pixel: UInt32, index: Int) {
        places[place(of: pixel)] = UInt64(pixel & 0xFF_FFFF) | UInt64(index) << 32
    }

    /// Returns the slot of a colour, or the empty slot for it.
    private func place(of pixel: UInt32) -> Int {
        let color = pixel & 0xFF_FFFF
        var place = Int((color &* 0x9E37_79B1) >> 22)
        while places[place] != .max, UInt32(truncatingIfNeeded: places[place]) != color {
            place = (place + 1) & 1023
        }
        return place
    }
}
