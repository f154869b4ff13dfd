#if HTTP && os(Linux)
    import CCurlShim
    import WebImageCoding

    /// A command: words, and perhaps long bytes after them, before the last words.
    struct RedisCommand {
        var words: [String]
        var value: ByteBlock?
        var options: [String] = []

        init(_ words: [String], value: ByteBlock? = nil, options: [String] = []) {
            (self.words, self.value, self.options) = (words, value, options)
        }
    }

    /// A connection with its account and database; used by one thread at a time.
    // Safe because its client gives it to one thread, and takes it back under a lock.
    final class RedisConnection: @unchecked Sendable {
        private let socket: RedisSocket
        private let reader = ReplyReader()
        private let limits: RedisLimits

        init(to address: RedisAddress, _ limits: RedisLimits) throws(RedisFailure) {
            if let reason = ccurl_load() { throw RedisFailure(String(cString: reason)) }
            self.limits = limits
            let deadline = Deadline(limits.connectTimeout, for: "connecting")
            socket = try RedisSocket(to: address, deadline)
            var greeting: [[String]] = []
            if !address.account.isEmpty { greeting.append(["AUTH"] + address.account) }
            if address.database > 0 { greeting.append(["SELECT", "\(address.database)"]) }
            _ = try run(greeting.map { RedisCommand($0) }, until: deadline)
        }

        /// Sends commands together and returns their replies.
        ///
        /// - Parameter byteCount: The most bytes of each reply.
        /// - Throws: The first error of the replies, too, unless it reports a value of another
        ///   type.
        func run(
            _ commands: [RedisCommand], atMost byteCount: Int = 0, until deadline: Deadline? = nil
        ) throws(RedisFailure) -> [RedisReply] {
            // The reply to another command would be taken for this one's.
            guard !reader.hasMore else {
                throw RedisFailure("the store answers what was not asked", isClosed: true)
            }
            try send(commands, until: deadline ?? Deadline(limits.writeTimeout, for: "sending"))
            var end = deadline ?? Deadline(limits.readTimeout, for: "the reply")
            var replies: [RedisReply] = []
            for _ in commands {
                let reply = try reader.reply(atMost: byteCount) { buffer throws(RedisFailure) in
                    try socket.receive(buffer, &end)
                }
                replies.append(reply)
            }
            for case .error(let word) in replies where word != "WRONGTYPE" {
                throw RedisFailure(refusal: word)
            }
            return replies
        }

        private func send(
            _ commands: [RedisCommand], until deadline: Deadline
        ) throws(RedisFailure) {
            var (end, bytes) = (deadline, [UInt8]())
            for command in commands {
                let words = command.words.count + command.options.count
                bytes += "*\(words + (command.value == nil ? 0 : 1))\r\n".utf8
                for word in command.words { bytes += Self.encoded(word) }
                if let value = command.value {
                    bytes += "$\(value.count)\r\n".utf8
                    try send(ByteBlock(copying: bytes), &end)
                    try send(value, &end)
                    bytes = Array("\r\n".utf8)
                }
                for word in command.options { bytes += Self.encoded(word) }
            }
            try send(ByteBlock(copying: bytes), &end)
        }

        private static func encoded(_ word: String) -> String.UTF8View {
            "$\(word.utf8.count)\r\n\(word)\r\n".utf8
        }

        private func send(_ block: ByteBlock, _ end: inout Deadline) throws(RedisFailure) {
            try block.withUnsafeBytes { bytes throws(RedisFailure) in
                try socket.send(bytes, &end)
            }
        }
    }
#endif
