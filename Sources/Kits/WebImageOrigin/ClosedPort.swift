/// A port of 127.0.0.1 that refuses connections, and that no other socket can get meanwhile.
///
/// A port that was merely released may belong to another process at the first connection.
package final class ClosedPort: Sendable {
    /// The port number, chosen by the system.
    package let port: Int

    private let socket: OriginSocket

    /// Binds a free port.
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

    /// Returns the URL of a path on this port.
    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }
}
