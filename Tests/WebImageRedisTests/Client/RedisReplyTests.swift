#if HTTP && os(Linux)
    import Testing
    import WebImageCoding

    @testable import WebImageRedis

    struct RedisReplyTests {
        /// Reads one reply of a text that comes in pieces, then ends.
        private func reply(
            _ text: String, pieces: Int = .max, atMost byteCount: Int = 1_000
        ) -> Result<RedisReply, RedisFailure> {
            var rest = Array(text.utf8)[...]
            return Result { () throws(RedisFailure) in
                try ReplyReader().reply(atMost: byteCount) { buffer throws(RedisFailure) in
                    guard !rest.isEmpty else { throw RedisFailure("end", isClosed: true) }
                    let count = min(pieces, rest.count, buffer.count)
                    buffer.copyBytes(from: rest.prefix(count))
                    rest = rest.dropFirst(count)
                    return count
                }
            }
        }

        private static func bytes(_ text: String) -> RedisReply {
            .bytes(ByteBlock(copying: text.utf8))
        }

        @Test(
            arguments: [
                ("+OK\r\n", .text("OK")), (":-12\r\n", .integer(-12)), ("$-1\r\n", .nothing),
                ("*-1\r\n", .nothing), ("$0\r\n\r\n", bytes("")),
                ("$5\r\na\r\nbc\r\n", bytes("a\r\nbc")),
                ("*0\r\n", .list([])), ("-OOM no memory\r\n", .error("OOM")),
                ("-unknown command 'AUTH', 'secret'\r\n", .error("an error")),
                ("*2\r\n$1\r\n0\r\n*1\r\n$1\r\nx\r\n", .list([bytes("0"), .list([bytes("x")])])),
            ] as [(String, RedisReply)], [1, 2, 3, .max])
        func `a reply is read, however it comes`(
            _ row: (text: String, reply: RedisReply), _ pieces: Int
        ) {
            #expect(reply(row.text, pieces: pieces) == .success(row.reply))
        }

        @Test(arguments: [
            "OK\r\n", "\r\n", "+OK\n", "$x\r\n", "$+1\r\na\r\n", "$\r\n", "$ 1\r\na\r\n", "$-2\r\n",
            "$1\r\nab\r\n", "$1\r\na\n\n", ":\r\n", ":9223372036854775808\r\n", "*-2\r\n",
            "*99999999\r\n", "$9223372036854775807\r\n", "$6001\r\n", "%1\r\n", "_\r\n",
            "*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n+a\r\n",
            "+" + String(repeating: "a", count: 5_000) + "\r\n",
            String(repeating: "a", count: 100_000), "HTTP/1.1 400 Bad Request\r\n\r\n",
        ])
        func `what is no reply within the limits fails`(_ text: String) {
            guard case .failure(let failure) = reply(text) else { return #expect(Bool(false)) }
            #expect(!failure.isClosed, "it waited for more")
        }

        @Test func `a reply that ends early fails`() {
            let text = "*2\r\n$1\r\n0\r\n*1\r\n$5\r\nabcde\r\n"
            for count in 0..<text.utf8.count {
                let part = String(decoding: text.utf8.prefix(count), as: UTF8.self)
                #expect(reply(part) == .failure(RedisFailure("end", isClosed: true)))
            }
        }

        @Test func `all texts of a list together have a limit`() {
            let item = "$900\r\n" + String(repeating: "a", count: 900) + "\r\n"
            let list = "*100\r\n" + String(repeating: item, count: 100)
            #expect(reply(list) == .failure(RedisFailure("the reply is too long")))
            guard case .success = reply(list, atMost: 90_000) else { return #expect(Bool(false)) }
            let lines = "*16000\r\n" + String(repeating: "+" + item.dropFirst(6), count: 16_000)
            guard case .failure = reply(lines) else { return #expect(Bool(false)) }
        }

        @Test func `long bytes come whole, and the next reply after them`() throws {
            let long = String(repeating: "abcdefg", count: 200_000)
            var rest = Array("$1400000\r\n\(long)\r\n:7\r\n".utf8)[...]
            let reader = ReplyReader()
            let source: ReplyReader.Source = { buffer throws(RedisFailure) in
                let count = min(rest.count, buffer.count, 70_001)
                buffer.copyBytes(from: rest.prefix(count))
                rest = rest.dropFirst(count)
                return count
            }
            #expect(try reader.reply(atMost: 1_400_000, source) == Self.bytes(long))
            #expect(try reader.reply(atMost: 0, source) == .integer(7))
        }
    }
#endif
