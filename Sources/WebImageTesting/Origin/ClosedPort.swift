import WebImageCaching

/// A port of 127.0.0.1 where nobody listens, kept from whoever looks for a free one meanwhile.
///
/// A port that was merely given back may be somebody else's by the time of the first connection.
package final class ClosedPort: Sendable {
    /// The number, chosen by the system.
    package let port: Int

    private let socket: OriginSocket

    /// Takes a free port.
    ///
    /// - Throws: An ``OriginError`` if the system refuses a socket.
    package init() throws(OriginError) {
        let socket = try OriginSocket.bound()
        do throws(OriginError) {
            port = try socket.port()
        } catch {
            socket.close()
            throw error
        }
        self.socket = socket
    }

    deinit { socket.close() }

    /// The address of a path that nobody serves.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
