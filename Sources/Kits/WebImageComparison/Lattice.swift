/// Random numbers at integer places, and smooth ones between them.
struct Lattice {
    let seed: UInt32

    /// Returns a random number from 0 to 1.
    func value(_ x: Int32, _ y: Int32) -> Float {
        var bits = UInt32(bitPattern: x) &* 0x85EB_CA6B ^ UInt32(bitPattern: y) &* 0xC2B2_AE35
        bits = (bits ^ seed) &* 0x27D4_EB2F
        bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
        bits ^= bits >> 13
        return Float(bits >> 8) / 16_777_216
    }

    /// Returns a number from 0 to 1 that changes smoothly with the place.
    func smooth(_ x: Float, _ y: Float) -> Float {
        let (left, top) = (Int32(x), Int32(y))
        let (across, down) = (eased(x - Float(left)), eased(y - Float(top)))
        let upper = value(left, top) + (value(left &+ 1, top) - value(left, top)) * across
        let lower =
            value(left, top &+ 1) + (value(left &+ 1, top &+ 1) - value(left, top &+ 1)) * across
        return upper + (lower - upper) * down
    }

    private func eased(_ share: Float) -> Float { share * share * (3 - 2 * share) }
}
