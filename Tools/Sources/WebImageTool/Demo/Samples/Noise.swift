/// Smooth random values over the plane, equal for equal seeds on every machine.
///
/// Value noise: random numbers at integer coordinates, blended by a quintic (Perlin, "Improving
/// Noise", 2002). Several octaves of it look like clouds, rock or water.
struct Noise: Sendable {
    private let seed: UInt32

    /// Creates the noise of a seed.
    init(seed: UInt32) {
        self.seed = seed &* 0x9E37_79B9
    }

    /// Returns a value from 0 to 1.
    func value(_ x: Float, _ y: Float) -> Float {
        let (left, top) = (Self.floor(x), Self.floor(y))
        let (across, down) = (Self.eased(x - Float(left)), Self.eased(y - Float(top)))
        let upper = mixed(lattice(left, top), lattice(left &+ 1, top), across)
        let lower = mixed(lattice(left, top &+ 1), lattice(left &+ 1, top &+ 1), across)
        return mixed(upper, lower, down)
    }

    /// Returns a sum of octaves, each of half the scale and weight; 0 to 1, mostly near 0.5.
    func layered(_ x: Float, _ y: Float, octaves: Int) -> Float {
        var (sum, weight, total) = (Float(0), Float(0.5), Float(0))
        var (x, y) = (x, y)
        for _ in 0..<octaves {
            sum += value(x, y) * weight
            total += weight
            weight /= 2
            // Rotated a little from octave to octave, so that no grid is visible.
            (x, y) = (x * 1.6 - y * 1.2 + 17.3, x * 1.2 + y * 1.6 + 9.1)
        }
        return sum / total
    }

    /// Returns a random number from 0 to 1 for integer coordinates.
    func lattice(_ x: Int32, _ y: Int32) -> Float {
        var bits = UInt32(bitPattern: x) &* 0x85EB_CA6B ^ UInt32(bitPattern: y) &* 0xC2B2_AE35
        bits = (bits ^ seed) &* 0x27D4_EB2F
        bits = (bits ^ bits >> 15) &* 0x2C1B_3C6D
        bits ^= bits >> 13
        return Float(bits >> 8) / 16_777_216
    }

    /// Returns the integer below; `rounded(.down)` is a library call on plain x86-64.
    private static func floor(_ number: Float) -> Int32 {
        let whole = Int32(number)
        return number < Float(whole) ? whole &- 1 : whole
    }

    private static func eased(_ share: Float) -> Float {
        share * share * share * (share * (share * 6 - 15) + 10)
    }

    private func mixed(_ one: Float, _ other: Float, _ share: Float) -> Float {
        one + (other - one) * share
    }
}
