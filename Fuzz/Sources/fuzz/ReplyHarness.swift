import WebImage

@testable import WebImageRedis

/// The test of the parser of a shared store's replies.
///
/// An input is the size of the pieces in which bytes come, the most bytes of a reply, and the bytes
/// of one reply after another. Each is within its limits or the last; however it comes, it is the
/// same.
struct ReplyHarness {
    func run(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count > 2 else { return }
        let stream = UnsafeRawBufferPointer(rebasing: bytes[2...])
        let most = Int(bytes[1]) * 64
        let whole = replies(stream, inPiecesOf: .max, atMost: most)
        let pieces = replies(stream, inPiecesOf: 1 + Int(bytes[0]), atMost: most)
        precondition(whole == pieces, "In pieces, the replies differ.")
    }

    private func replies(
        _ stream: UnsafeRawBufferPointer, inPiecesOf size: Int, atMost most: Int
    ) -> [RedisReply] {
        let reader = ReplyReader()
        var rest = stream[...]
        var found: [RedisReply] = []
        while true {
            let reply = try? reader.reply(atMost: most) { buffer throws(RedisFailure) in
                guard !rest.isEmpty else { throw RedisFailure("the end", isClosed: true) }
                let count = min(size, rest.count, buffer.count)
                buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.prefix(count)))
                rest = rest.dropFirst(count)
                return count
            }
            guard let reply else { return found }
            var depth = 0
            precondition(byteCount(of: reply, &depth) <= most + 4_096, "A reply is too long.")
            found.append(reply)
        }
    }

    /// Returns the bytes of a reply's texts, all of which are read.
    private func byteCount(of reply: RedisReply, _ depth: inout Int) -> Int {
        depth += 1
        precondition(depth <= 16_384, "A reply has too many elements.")
        switch reply {
        case .bytes(let block):
            let sum = block.withUnsafeBytes { $0.reduce(0) { $0 &+ Int($1) } }
            precondition(sum >= 0)
            return block.count
        // Invalid bytes are three times as long as text.
        case .text(let text): return text.utf8.count / 3
        case .error(let word):
            precondition(word == "an error" || word.utf8.allSatisfy { 65...90 ~= $0 })
            return 0
        case .list(let list): return list.reduce(0) { $0 + byteCount(of: $1, &depth) }
        case .integer, .nothing: return 0
        }
    }
}
