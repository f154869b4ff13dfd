package import WebImageRuntime

/// The bodies that arrived whole and wait for a decoder, and the number of bytes that is enough.
///
/// A pure state machine. Enough keeps all decoders busy while further bodies arrive: the bytes that
/// they decode in the time of a transfer, both as a moving average. So an origin nearby has a few
/// bodies wait here, a distant one as many as bridge its delay; if the network is the slower part,
/// there are never enough.
///
/// Bodies of higher priority are decoded first. So for each priority only the bodies of at least that
/// priority count.
package struct DecodeBacklog: Sendable {
    /// The number of bytes for each decoder that is never too large.
    private static let leastByteCount = 512 << 10
    /// The longest duration of a transfer that counts, in seconds: longer ones may have been suspended.
    private static let longestTransfer = 1.0

    private let decoderCount: Int
    /// The bodies by the rank of their priority.
    private var levels = [Level](repeating: Level(), count: LoadPriority.allCases.count)
    private var transfer = Recent()
    private var decoding = Recent()
    private var decodedBytes = Recent()

    private struct Level: Sendable {
        var count = 0
        var byteCount = 0
    }

    /// A moving average, in which each value counts 7/8 of the next one.
    private struct Recent: Sendable {
        var sum = 0.0
        var weight = 0.0

        var mean: Double { weight > 0 ? sum / weight : 0 }

        mutating func add(_ value: Double) {
            sum = sum * 7 / 8 + value
            weight = weight * 7 / 8 + 1
        }
    }

    package init(decoderCount: Int) {
        self.decoderCount = max(1, decoderCount)
    }

    /// The number of bytes that are enough, if there is a body for each decoder.
    package var enough: Int {
        let pace = decoding.mean > 0 ? decodedBytes.mean / decoding.mean : 0
        let each = min(max(Double(Self.leastByteCount), pace * transfer.mean), Double(1 << 40))
        return Int(each * Double(min(decoderCount, 1 << 20)))
    }

    package var count: Int { levels.reduce(0) { $0 + $1.count } }

    package var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }

    /// The highest priority that needs no further bodies, as do all lower ones; nil if all need some.
    package var held: LoadPriority? {
        let enough = enough
        var asKeen = Level()
        for rank in levels.indices.reversed() {
            asKeen.count += levels[rank].count
            asKeen.byteCount += levels[rank].byteCount
            if asKeen.count >= decoderCount, asKeen.byteCount >= enough {
                return LoadPriority.allCases[rank]
            }
        }
        return nil
    }

    /// Adds a body that arrived, or whose load is resumed.
    package mutating func add(byteCount: Int, _ priority: LoadPriority = .normal) {
        levels[priority.rank].count += 1
        levels[priority.rank].byteCount += byteCount
    }

    /// Removes a body that a decoder begins with, or whose load is suspended.
    package mutating func remove(byteCount: Int, _ priority: LoadPriority = .normal) {
        levels[priority.rank].count -= 1
        levels[priority.rank].byteCount -= byteCount
    }

    /// Notes the duration of a transfer.
    package mutating func transferred(in time: Duration) {
        transfer.add(min(max(time / .seconds(1), 0), Self.longestTransfer))
    }

    /// Notes the duration of a decoding.
    package mutating func decoded(byteCount: Int, in time: Duration) {
        decodedBytes.add(Double(byteCount))
        decoding.add(max(time / .seconds(1), 0))
    }
}
