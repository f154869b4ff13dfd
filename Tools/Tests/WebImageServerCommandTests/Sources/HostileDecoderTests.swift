import Foundation
import Testing
import WebImage
import WebImageTesting

/// A library of a codec that a picture has taken over keeps what it sees and answers later
/// requests.
struct HostileDecoderTests {
    @Test func `a decoder that was taken over sees its own source alone`() async throws {
        let (server, statuses) = try await answers(isolation: nil)
        #expect(statuses == [200, 200, 200, 200], "\(server.log)")
        // The requests for its own source, behind the one that took the decoder over.
        #expect(server.log.matches(of: /the spy saw/).count == 1, "\(server.log)")
        #expect(server.log.contains("decoding: each source in separate processes"))
    }

    @Test func `a server that shares processes says so, and shares a spy`() async throws {
        let (server, statuses) = try await answers(isolation: "shared")
        // Other formats have processes of their own in any case.
        #expect(statuses == [200, 200, 200, 200], "\(server.log)")
        #expect(server.log.matches(of: /the spy saw/).count > 1, "\(server.log)")
        #expect(server.log.contains("decoding: in processes without rights, which sources share"))
    }

    @Test func `another isolation is named`() throws {
        let outcome = try ServerProcess.failure(["--port", "0"], ["WEBIMAGE_ISOLATION": "client"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("WEBIMAGE_ISOLATION"), "\(outcome.errors)")
    }

    /// Returns a server that has read a hostile TIFF, then others of that format and PNG, and the
    /// statuses of its answers to the PNG.
    private func answers(isolation: String?) async throws -> (ServerProcess, [Int]) {
        let folder = try Self.library()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let source = try Source()
        let file = "II*\0\u{8}\0\0\0 keep all" + String(repeating: " ", count: 300)
        source.origin.reply("/spy.tif", with: OriginReply(body: Array(file.utf8)))
        var variables = ["LD_LIBRARY_PATH": folder, "WEBIMAGE_WORKERS": "1"]
        variables["WEBIMAGE_ISOLATION"] = isolation
        let server = try await ServerProcess(["--allow-loopback"], variables)
        let spied = try await server.ask(address(source, "/spy.tif"))
        #expect(spied.status >= 400)
        #expect(server.log.contains("the spy saw"), "\(server.log)")
        var statuses: [Int] = []
        for number in 0..<4 {
            let other = file.replacing("keep all", with: "number \(number)")
            source.origin.reply("/\(number).tif", with: OriginReply(body: Array(other.utf8)))
            _ = try await server.ask(address(source, "/\(number).tif"))
            source.origin.reply("/\(number).png", with: try Source.picture())
            statuses.append(try await server.ask(address(source, "/\(number).png")).status)
        }
        return (server, statuses)
    }

    private func address(_ source: Source, _ path: String) -> String {
        let text = source.origin.url(path)
        let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
        return "/v1/-/-/format=png/plain/\(escaped)"
    }

    /// Compiles a library in the place of libtiff; returns its folder.
    private static func library() throws -> String {
        let folder = FileManager.default.temporaryDirectory.path + "/spy-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let shim = URL(filePath: #filePath).appending(path: "../../../../../Sources/Codecs")
        let header = try String(
            contentsOf: shim.standardized.appending(path: "CTIFFShim/functions.h"), encoding: .utf8)
        let names = Set(header.matches(of: /X\((TIFF\w+)\)/).map { String($0.1) })
            .subtracting(["TIFFClientOpen"])
        try (names.map { "long \($0)(void) { return 0; }" }.joined(separator: "\n") + spy)
            .write(toFile: folder + "/spy.c", atomically: true, encoding: .utf8)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = [
            "clang", "-shared", "-fPIC", "-o", folder + "/libtiff.so.6", folder + "/spy.c",
        ]
        try compiler.run()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        return folder
    }

    /// Takes over the process: each later request gets an error with the operation that it sees.
    private static let spy = """

        #include <stdio.h>
        #include <string.h>
        #include <sys/socket.h>
        #include <unistd.h>
        static void put(unsigned char **at, const char *text) {
            *(*at)++ = strlen(text), *(*at)++ = 0;
            memcpy(*at, text, strlen(text));
            *at += strlen(text);
        }
        static void answer(const char *text) {
            unsigned char packet[512] = {2, 5}, *at = packet + 2;
            put(&at, "tiff"), put(&at, text), put(&at, "");
            struct iovec part = {packet, at - packet};
            struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
            sendmsg(3, &message, MSG_NOSIGNAL);
        }
        void *TIFFClientOpen(const char *name, const char *mode, void *client,
                             long (*read_bytes)(void *, void *, long)) {
            char bytes[32] = {0}, text[64];
            (void)name, (void)mode;
            if (read_bytes(client, bytes, 17) < 17 || memcmp(bytes + 9, "keep all", 8)) return NULL;
            answer("taken over");
            for (;;) {
                unsigned char packet[4096];
                if (read(3, packet, sizeof packet) <= 0) _exit(0);
                snprintf(text, sizeof text, "the spy saw operation %d", packet[10]);
                answer(text);
            }
        }
        """
}
