import WebImageCoding

/// A command: words, and perhaps long bytes behind them, before the last words.
struct RedisCommand {
    var words: [String]
    var value: ByteBlock?
    var options: [String] = []

    init(_ words: [String], value: ByteBlock? = nil, options: [String] = []) {
        (self.words, self.value, self.options) = (words, value, options)
    }
}

/// A connection with its account and database; used by one thread at a time.
// Safe because its client gives it to one thread, and takes it back behind a lock.
final class RedisConnection: @unchecked Sendable {
    private let stream: any RedisStream
    private let reader = ReplyReader()
    private let limits: RedisLimits

    init(to address: RedisAddress, _ limits: RedisLimits) throws(RedisFailure) {
        self.limits = limits
        let deadline = Deadline(limits.connectTimeout, for: "connecting")
        stream = try RedisSocket.connected(to: address.host, address.port, deadline)
        var greeting: [RedisCommand] = []
        if !address.account.isEmpty { greeting.append(RedisCommand(["AUTH"] + address.account)) }
        if address.database > 0 {
            greeting.append(RedisCommand(["SELECT", "\(address.database)"]))
        }
        if !greeting.isEmpty { _ = try run(greeting, until: deadline) }
    }

    /// Sends commands together and returns their replies.
    ///
    /// - Parameter byteCount: The most bytes of each reply.
    /// - Throws: The first error of the replies, too, unless it tells of a value of another type.
    func run(
        _ commands: [RedisCommand], atMost byteCount: Int = 0, until deadline: Deadline? = nil
    ) throws(RedisFailure) -> [RedisReply] {
        // The reply to another command would be taken for that of this one.
        guard !reader.hasMore else {
            throw RedisFailure("the store answers what was not asked", isClosed: true)
        }
        let end = deadline ?? Deadline(limits.writeTimeout, for: "sending")
        var bytes: [UInt8] = []
        for command in commands {
            let count = command.words.count + command.options.count + (command.value == nil ? 0 : 1)
            bytes += "*\(count)\r\n".utf8
            for word in command.words { bytes += "$\(word.utf8.count)\r\n\(word)\r\n".utf8 }
            if let value = command.value {
                bytes += "$\(value.count)\r\n".utf8
                try send(bytes, end)
                try value.withUnsafeBytes { bytes throws(RedisFailure) in
                    try stream.send(bytes, end)
                }
                bytes = Array("\r\n".utf8)
            }
            for word in command.options { bytes += "$\(word.utf8.count)\r\n\(word)\r\n".utf8 }
        }
        try send(bytes, end)
        let late = deadline ?? Deadline(limits.readTimeout, for: "the reply")
        var replies: [RedisReply] = []
        for _ in commands {
            let reply = try reader.reply(atMost: byteCount) { buffer throws(RedisFailure) in
                try stream.receive(buffer, late)
            }
            replies.append(reply)
        }
        for case .error(let word) in replies where word != "WRONGTYPE" {
            throw RedisFailure(refusal: word)
        }
        return replies
    }

    private func send(_ bytes: [UInt8], _ deadline: Deadline) throws(RedisFailure) {
        // A closure of the array's own function could throw any error.
        let block = ByteBlock(copying: bytes)
        try block.withUnsafeBytes { bytes throws(RedisFailure) in try stream.send(bytes, deadline) }
    }
}
