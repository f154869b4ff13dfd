#if HTTP && os(Linux)
    import Glibc
    import WebImageCoding

    /// A reply of the protocol RESP2.
    enum RedisReply: Hashable {
        case text(String)
        /// The first word of an error; its other words may have secrets.
        case error(String)
        case integer(Int)
        case bytes(ByteBlock)
        case nothing
        case list([RedisReply])

        /// The bytes as a text; nil for other replies.
        var name: String? {
            guard case .bytes(let block) = self else { return nil }
            return block.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }

    /// A reader of replies of a peer that is not trusted: memory grows with the bytes that came,
    /// never by a length that the peer states.
    final class ReplyReader {
        /// Receives bytes into the start of a buffer, and returns their number, at least 1.
        typealias Source = (UnsafeMutableRawBufferPointer) throws(RedisFailure) -> Int

        /// The bytes and elements that a reply may still have.
        private struct Budget { var (bytes, elements) = (0, 0) }

        /// The first words of errors that are reported; any other one could be a secret.
        private static let errors: Set = [
            "BUSY", "DENIED", "ERR", "EXECABORT", "LOADING", "MASTERDOWN", "MISCONF", "MOVED",
            "NOAUTH", "NOPERM", "NOREPLICAS", "OOM", "READONLY", "WRONGPASS", "WRONGTYPE",
        ]
        private static let garbage = RedisFailure("the reply is none of Redis's protocol")
        /// The most bytes of a line, and of the first piece of a long text.
        private static let (maxLine, firstPiece) = (4_096, 256 << 10)

        private let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: 16 << 10, alignment: 1)
        private var filled = 0..<0

        deinit { buffer.deallocate() }

        /// `true` if bytes after the last reply are here.
        var hasMore: Bool { !filled.isEmpty }

        /// Reads one reply.
        ///
        /// - Parameter byteCount: The most bytes of its texts; a reply with more is a failure.
        func reply(atMost byteCount: Int, _ source: Source) throws(RedisFailure) -> RedisReply {
            var budget = Budget(bytes: byteCount + Self.maxLine, elements: 16_384)
            return try reply(&budget, depth: 0, source)
        }

        private func reply(
            _ budget: inout Budget, depth: Int, _ source: Source
        ) throws(RedisFailure) -> RedisReply {
            let line = try line(source)
            budget.bytes -= line.count
            budget.elements -= 1
            guard budget.bytes >= 0, budget.elements >= 0, depth < 4 else { throw Self.garbage }
            let rest = line.dropFirst()
            switch line.first {
            case UInt8(ascii: "+"): return .text(String(decoding: rest, as: UTF8.self))
            case UInt8(ascii: "-"):
                let word = String(decoding: rest.prefix { 65...90 ~= $0 }.prefix(32), as: UTF8.self)
                return .error(Self.errors.contains(word) ? word : "an error")
            case UInt8(ascii: ":"): return .integer(try number(rest))
            case UInt8(ascii: "$"):
                guard let count = try length(rest, atMost: budget.bytes) else { return .nothing }
                budget.bytes -= count
                let block = try block(count, source)
                guard try self.line(source).isEmpty else { throw Self.garbage }
                return .bytes(block)
            case UInt8(ascii: "*"):
                guard let count = try length(rest, atMost: budget.elements) else { return .nothing }
                var list: [RedisReply] = []
                for _ in 0..<count { list.append(try reply(&budget, depth: depth + 1, source)) }
                return .list(list)
            default: throw Self.garbage
            }
        }

        private func number(_ digits: ArraySlice<UInt8>) throws(RedisFailure) -> Int {
            guard digits.first != UInt8(ascii: "+"), digits.count <= 20,
                let number = Int(String(decoding: digits, as: UTF8.self))
            else { throw Self.garbage }
            return number
        }

        /// Returns a length, or nil for -1.
        private func length(
            _ digits: ArraySlice<UInt8>, atMost most: Int
        ) throws(RedisFailure) -> Int? {
            let count = try number(digits)
            guard -1...most ~= count else { throw RedisFailure("the reply is too long") }
            return count < 0 ? nil : count
        }

        /// Returns the bytes of the next line, without its end.
        private func line(_ source: Source) throws(RedisFailure) -> [UInt8] {
            var searched = filled.lowerBound
            while true {
                if let end = buffer[searched..<filled.upperBound].firstIndex(of: 10) {
                    let line = buffer[filled.lowerBound..<end]
                    guard line.last == 13, line.count <= Self.maxLine else { throw Self.garbage }
                    filled = end + 1..<filled.upperBound
                    return Array(line.dropLast())
                }
                guard filled.count <= Self.maxLine else { throw Self.garbage }
                let rest = UnsafeRawBufferPointer(rebasing: buffer[filled])
                buffer.copyMemory(from: rest)
                searched = rest.count
                filled = 0..<searched + (try source(.init(rebasing: buffer[searched...])))
            }
        }

        /// Returns the next bytes of a known number; the memory for them doubles as they come.
        private func block(_ count: Int, _ source: Source) throws(RedisFailure) -> ByteBlock {
            var (room, done) = (max(min(count, Self.firstPiece), 1), 0)
            guard var memory = malloc(room) else { throw RedisFailure.noMemory }
            do throws(RedisFailure) {
                while done < count {
                    if done == room {
                        room = min(count, room * 2)
                        guard let more = realloc(memory, room) else {
                            throw RedisFailure.noMemory
                        }
                        memory = more
                    }
                    let rest = UnsafeMutableRawBufferPointer(
                        start: memory + done, count: room - done)
                    if let count = take(rest) { done += count } else { done += try source(rest) }
                }
            } catch {
                free(memory)
                throw error
            }
            return ByteBlock(owning: memory, count: count) { free($0) }
        }

        /// Moves bytes that came already, and returns their number; nil if there are none.
        private func take(_ target: UnsafeMutableRawBufferPointer) -> Int? {
            guard !filled.isEmpty else { return nil }
            let bytes = buffer[filled].prefix(target.count)
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes))
            filled = bytes.endIndex..<filled.upperBound
            return bytes.count
        }
    }
#endif
