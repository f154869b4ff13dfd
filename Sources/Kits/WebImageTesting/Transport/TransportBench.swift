import Synchronization
import WebImageCaching
import WebImageCoding
import WebImageLoading
import WebImageOrigin
import WebImagePipeline
import WebImageRuntime

/// The environment of a trial: a server, a transport, and its violations.
final class TransportBench: Sendable {
    let origin: OriginServer
    /// The transport of most trials; shut down after each.
    let transport: any HTTPTransport
    let makeTransport: @Sendable () -> any HTTPTransport
    private let state = Mutex<[String]>([])

    var complaints: [String] { state.withLock { $0 } }

    init(origin: OriginServer, _ makeTransport: @escaping @Sendable () -> any HTTPTransport) {
        self.origin = origin
        self.makeTransport = makeTransport
        transport = makeTransport()
    }

    func complain(_ reason: String) { state.withLock { $0.append(reason) } }

    /// Records a violation unless a condition holds.
    func expect(_ holds: Bool, _ reason: @autoclosure () -> String) {
        if !holds { complain(reason()) }
    }

    /// Records a violation unless the server reaches a condition.
    func expectSoon(
        _ reason: String, _ condition: @Sendable (OriginServer) -> Bool
    ) async {
        if await !origin.waitUntil(condition) { complain(reason) }
    }

    /// Records a violation unless a path's exchange fails with one of `kinds`.
    @discardableResult
    func expectFailure(
        _ kinds: LoadFailure.Kind..., at path: String, limits: LoadLimits = LoadLimits(),
        method: String = "GET"
    ) async -> LoadFailure? {
        let url = path.hasPrefix("http") ? path : origin.url(path)
        do {
            let response = try await transport.exchange(
                HTTPExchange(url: url, method: method, limits: limits))
            let count = try await response.bytes().count
            complain("\(path): expected \(kinds), got \(response.head.status), \(count) bytes")
        } catch let failure as LoadFailure {
            expect(kinds.contains(failure.kind), "\(path): expected \(kinds), got \(failure)")
            return failure
        } catch {
            complain("\(path): expected \(kinds), got \(error)")
        }
        return nil
    }

    func exchange(
        _ path: String, method: String = "GET", headers: HeaderFields = [:],
        body: RequestBody? = nil, limits: LoadLimits = LoadLimits()
    ) async throws -> LoadedBody {
        try await transport.exchange(
            HTTPExchange(
                url: origin.url(path), method: method, headers: headers, body: body,
                limits: limits))
    }

    /// Returns the whole body of a path.
    func bytes(_ path: String, limits: LoadLimits = LoadLimits()) async throws -> [UInt8] {
        try await exchange(path, limits: limits).bytes()
    }

    /// Returns `count` bytes, none of them equal to its neighbours.
    static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
    }
}

extension LoadedBody {
    func bytes() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await chunk in chunks { chunk.withUnsafeBytes { bytes += $0 } }
        return bytes
    }
}
