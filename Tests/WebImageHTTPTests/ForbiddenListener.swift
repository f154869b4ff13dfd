#if HTTP
    import NIOCore
    import NIOPosix
    import Synchronization

    /// A port on all addresses of this machine that counts connections and sends nothing.
    ///
    /// It listens on IPv6 and IPv4, so that every spelling of the machine's own address reaches it.
    final class ForbiddenListener: Sendable {
        let port: Int
        private let channel: any Channel
        private let accepted: Accepted

        private final class Accepted: Sendable {
            let count = Atomic(0)
        }

        var acceptCount: Int { accepted.count.load(ordering: .sequentiallyConsistent) }

        init() async throws {
            let accepted = Accepted()
            let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    accepted.count.add(1, ordering: .sequentiallyConsistent)
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
            do {
                channel = try await bootstrap.bind(host: "::", port: 0).get()
            } catch {
                // A machine without IPv6 has fewer addresses of its own.
                channel = try await bootstrap.bind(host: "0.0.0.0", port: 0).get()
            }
            port = channel.localAddress?.port ?? 0
            self.accepted = accepted
        }

        deinit { channel.close(promise: nil) }
    }
#endif
