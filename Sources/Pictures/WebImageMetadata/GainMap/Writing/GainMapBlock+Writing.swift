import WebImageBytes
import WebImagePixels

extension GainMapBlock {
    /// Returns the block with the numbers of a map; nil if a fraction cannot hold one of them.
    static func bytes(of map: GainMap) -> [UInt8]? {
        guard let first = map.channels.first, let alternate = map.alternateHeadroom,
            map.channels.count == 1 || map.channels.count == 3
        else { return nil }
        let channels = map.channels.allSatisfy { $0 == first } ? [first] : map.channels
        var flags = map.usesBaseColors ? Flag.baseColors : 0
        if channels.count == 3 { flags |= Flag.threeChannels }
        // The version that a reader must know, and that of the writer.
        var result: [UInt8] = [0, 0, 0, 0, flags]
        let numbers =
            [map.baseHeadroom, alternate]
            + channels.flatMap {
                [$0.minimum, $0.maximum, $0.gamma, $0.baseOffset, $0.alternateOffset]
            }
        for number in numbers {
            guard let fraction = GainMapFraction(number) else { return nil }
            result.add(fraction.above, .big)
            result.add(fraction.below, .big)
        }
        let gammas = channels.compactMap { GainMapFraction($0.gamma) }
        return gammas.allSatisfy { $0.above > 0 } ? result : nil
    }
}

/// A number as the fraction with the smallest terms that is as near as 31 bits allow.
struct GainMapFraction: Equatable {
    /// The number above the line; its sign is that of the fraction.
    let above: Int32
    /// The number below the line, at least 1.
    let below: Int32

    /// Develops a continued fraction; nil for a number beyond 31 bits, and for none.
    init?(_ number: Double) {
        guard abs(number) <= Double(Int32.max) else { return nil }
        // The last two convergents.
        var (last, best) = ((above: 0, below: 1), (above: 1, below: 0))
        var rest = abs(number)
        while rest <= Double(Int32.max) {
            let whole = Int(rest)
            let next = (
                above: whole * best.above + last.above, below: whole * best.below + last.below
            )
            guard max(next.above, next.below) <= Int(Int32.max) else { break }
            (last, best) = (best, next)
            guard Double(best.above) / Double(best.below) != abs(number) else { break }
            rest = 1 / (rest - Double(whole))
        }
        above = Int32(number < 0 ? -best.above : best.above)
        below = Int32(best.below)
    }
}
