import Testing
import WebImageOrigin

@Suite struct OriginReplyTests {
    @Test func `a chunked reply has chunks and no length`() throws {
        #expect(
            try wholeAnswer(digits.chunked(size: 4).header("Connection", "close"))
                == "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "4\r\n0123\r\n4\r\n4567\r\n2\r\n89\r\n0\r\n\r\n")
    }

    @Test func `an empty chunked reply is the last chunk alone`() throws {
        let answer = try wholeAnswer(
            OriginReply().chunked(size: 4).header("Connection", "close"))
        #expect(answer.hasSuffix("\r\n\r\n0\r\n\r\n"))
    }

    @Test func `a reply without a length ends with the connection`() throws {
        #expect(
            try wholeAnswer(digits.withoutLength())
                == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n0123456789")
    }

    @Test(arguments: [4, 20])
    func `a reply that lies about its length sends its whole body and closes`(
        length: Int
    ) throws {
        #expect(
            try wholeAnswer(digits.claimingLength(length))
                == "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n0123456789")
    }

    @Test(arguments: [(0, ""), (3, "012"), (10, "0123456789"), (99, "0123456789")])
    func `a dropped reply ends after that many bytes`(count: Int, body: String) throws {
        #expect(
            try wholeAnswer(digits.dropping(after: count))
                == "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n" + body)
    }

    @Test func `a chunked reply can be dropped inside a chunk`() throws {
        let answer = try wholeAnswer(digits.chunked(size: 4).dropping(after: 6))
        #expect(answer.hasSuffix("\r\n\r\n4\r\n0123\r\n4\r\n45"))
    }

    @Test func `a reply dropped before its head is no byte`() throws {
        #expect(try wholeAnswer(digits.droppingBeforeHead()) == "")
    }

    @Test func `a paced reply takes a pause between two pieces`() throws {
        let start = ContinuousClock.now
        let answer = try wholeAnswer(
            digits.slowly(chunk: 4, every: .milliseconds(20)).header("Connection", "close"))
        #expect(ContinuousClock.now - start >= .milliseconds(40))
        #expect(answer.hasSuffix("\r\n\r\n0123456789"))
    }

    @Test func `a delayed reply comes after its delay`() throws {
        let start = ContinuousClock.now
        let answer = try wholeAnswer(
            digits.delayed(.milliseconds(30)).header("Connection", "close"))
        #expect(ContinuousClock.now - start >= .milliseconds(30))
        #expect(answer.hasSuffix("\r\n\r\n0123456789"))
    }

    @Test func `garbage is sent as it is`() throws {
        #expect(try wholeAnswer(.garbage(Array("\u{0}not HTTP".utf8))) == "\u{0}not HTTP")
    }

    @Test func `a framing header set by hand replaces the own one`() throws {
        #expect(
            try wholeAnswer(
                digits.header("content-length", "ten").header("Connection", "close"))
                == "HTTP/1.1 200 OK\r\ncontent-length: ten\r\nConnection: close\r\n\r\n0123456789")
    }

    @Test func `a header can be sent twice`() throws {
        let answer = try wholeAnswer(
            .status(200).header("Set-Cookie", "a=1").header("Set-Cookie", "b=2").withoutLength())
        #expect(answer.contains("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n"))
    }

    @Test func `a redirect names its target`() throws {
        #expect(
            try wholeAnswer(.redirect(to: "/b", status: 307).header("Connection", "close"))
                == "HTTP/1.1 307 Temporary Redirect\r\nLocation: /b\r\nConnection: close\r\n"
                + "Content-Length: 0\r\n\r\n")
    }

    @Test(arguments: [204, 304])
    func `a status that has no body gets none`(status: Int) throws {
        let answer = try wholeAnswer(
            OriginReply(status: status, body: [65]).header("Connection", "close"))
        #expect(answer.hasSuffix("\r\nConnection: close\r\n\r\n"))
        #expect(!answer.contains("Content-Length"))
    }

    @Test(arguments: [
        digits, digits.chunked(size: 3), digits.dropping(after: 3), digits.stalling(after: 3),
    ])
    func `the answer to HEAD is the head alone`(reply: OriginReply) throws {
        let server = try OriginServer()
        server.reply("/", with: reply)
        let client = try RawClient(server)
        try client.send("HEAD / HTTP/1.1\r\n\r\nHEAD /next HTTP/1.1\r\n\r\n")
        #expect(try client.readReply(withBody: false).status == 200)
        #expect(try client.readReply(withBody: false).status == 404)
    }
}
