#if HTTP && PNG
    import Foundation
    import Synchronization
    import WebImage
    import WebImageTesting

    /// A seeded sequence of numbers (splitmix64), so that a failing schedule can be run again.
    struct SeededNumbers: RandomNumberGenerator, Sendable {
        private var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// A real server of four pictures of different widths, with random replies: correct, slow,
    /// missing, errors, truncated, or something else.
    final class MoodyOrigin: Sendable {
        /// The numbers of the pictures.
        static let numbers = 1...4

        let server: OriginServer
        /// A folder for caches of its pictures; removed with it.
        let folder =
            FileManager.default.temporaryDirectory.path + "/webimage-" + UUID().uuidString
        private let pictures: [Int: [UInt8]]
        private let numbers: Mutex<SeededNumbers>
        private let isKind = Atomic(false)

        init(seed: UInt64) throws {
            let server = try OriginServer()
            self.server = server
            numbers = Mutex(SeededNumbers(seed: seed))
            pictures = try Dictionary(
                uniqueKeysWithValues: Self.numbers.map { ($0, try Job.png(width: 10 * $0)) })
            for number in Self.numbers {
                server.reply(Self.path(number)) { [weak self] _ in
                    self?.reply(number) ?? .status(404)
                }
                server.reply("/moved\(Self.path(number))", with: good(number))
            }
        }

        deinit {
            server.shutdown()
            try? FileManager.default.removeItem(atPath: folder)
        }

        func url(_ number: Int) -> String { server.url(Self.path(number)) }

        private func bytes(_ number: Int) -> [UInt8] { pictures[number] ?? [] }

        /// Releases the held replies of one number.
        func release(_ number: Int) { server.release(Self.path(number)) }

        /// Sends correct replies from now on, also to waiting requests.
        func calmDown() {
            isKind.store(true, ordering: .sequentiallyConsistent)
            for number in Self.numbers { release(number) }
        }

        /// Returns `true` if these bytes are a possible complete reply for that number.
        func sends(_ bytes: [UInt8], as number: Int) -> Bool {
            bytes == self.bytes(number) || bytes == Self.noPicture
        }

        private static let noPicture = Array("no picture".utf8)

        private static func path(_ number: Int) -> String { "/\(number).png" }

        private func good(_ number: Int) -> OriginReply {
            OriginReply(
                headers: [("Content-Type", "image/png"), ("Cache-Control", "max-age=600")],
                body: bytes(number))
        }

        private func reply(_ number: Int) -> OriginReply {
            let mood = numbers.withLock { $0.next() % 20 }
            let body = bytes(number)
            let good = good(number)
            if isKind.load(ordering: .sequentiallyConsistent) { return good }
            switch mood {
            case 0: return .status(500)
            case 1: return .status(404)
            case 2: return OriginReply().droppingBeforeHead()
            case 3: return good.dropping(after: body.count / 2)
            case 4: return good.stalling(after: body.count / 3)
            case 5: return .garbage(Array("no HTTP\r\n\r\n".utf8))
            case 6: return OriginReply(body: Self.noPicture)
            case 7: return good.claimingLength(body.count + 9)
            case 8: return .redirect(to: "/moved" + Self.path(number))
            case 9: return good.chunked(size: 7).held(after: body.count / 2)
            case 10, 11: return good.held(after: 1)
            case 12, 13: return good.held()
            case 14: return good.chunked(size: 5)
            case 15: return good.withoutLength()
            default: return good
            }
        }
    }
#endif
