import WebImageCaching
package import WebImageRuntime

/// Bodies that came whole and wait for a decoder, and how many of them are enough.
///
/// A pure state machine. Enough is what keeps all decoders busy while further bodies come: as much as
/// they decode in the time that a transfer takes, both as they were of late. An origin nearby then has
/// a few bodies lie here, one far away as many as it takes to bridge the distance; and where the
/// network is the slower part, there are never enough.
///
/// What is keener takes its decoder first, so that bodies less keen are no reason to let it wait: for
/// each only those count that are as keen.
package struct DecodeBacklog: Sendable {
    /// The bytes of a body for each decoder that are never too many.
    private static let leastByteCount = 512 << 10
    /// A transfer that takes longer, or stood still, says no more of the next ones.
    private static let longestTransfer = 1.0

    private let decoderCount: Int
    /// By the rank of their priority.
    private var levels = [Level](repeating: Level(), count: LoadPriority.allCases.count)
    private var transfer = Recent()
    private var decoding = Recent()
    private var decodedBytes = Recent()

    /// The bodies of one priority.
    private struct Level: Sendable {
        var count = 0
        var byteCount = 0
    }

    /// A number as it was of late: each newer one counts as much as eight times what came before.
    private struct Recent: Sendable {
        var sum = 0.0
        var weight = 0.0

        var mean: Double { weight > 0 ? sum / weight : 0 }

        mutating func add(_ value: Double) {
            sum = sum * 7 / 8 + value
            weight = weight * 7 / 8 + 1
        }
    }

    /// Nothing waits for so many decoders.
    package init(decoderCount: Int) {
        self.decoderCount = max(1, decoderCount)
    }

    /// How many bytes are enough, if there is a body for each decoder.
    package var enough: Int {
        let pace = decoding.mean > 0 ? decodedBytes.mean / decoding.mean : 0
        let each = min(max(Double(Self.leastByteCount), pace * transfer.mean), Double(1 << 40))
        return Int(each * Double(min(decoderCount, 1 << 20)))
    }

    /// How many wait.
    package var count: Int { levels.reduce(0) { $0 + $1.count } }

    /// The bytes of them.
    package var byteCount: Int { levels.reduce(0) { $0 + $1.byteCount } }

    /// The keenest that needs no further one now, and with it all that are less keen; nil where all
    /// need some.
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

    /// A body came, or its load goes on after it stood still.
    package mutating func add(byteCount: Int, _ priority: LoadPriority = .normal) {
        levels[priority.rank].count += 1
        levels[priority.rank].byteCount += byteCount
    }

    /// A decoder begins with a body, or nobody wants it for now.
    package mutating func remove(byteCount: Int, _ priority: LoadPriority = .normal) {
        levels[priority.rank].count -= 1
        levels[priority.rank].byteCount -= byteCount
    }

    /// A transfer took so long.
    package mutating func transferred(in time: Duration) {
        transfer.add(min(max(time / .seconds(1), 0), Self.longestTransfer))
    }

    /// A decoder had so long with so many bytes.
    package mutating func decoded(byteCount: Int, in time: Duration) {
        decodedBytes.add(Double(byteCount))
        decoding.add(max(time / .seconds(1), 0))
    }
}
