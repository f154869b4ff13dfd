#if Server
    import NIOCore
    import ServiceLifecycle
    import Synchronization

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The failure of an address that cannot be listened on, in words for the operator.
    struct ListenFailure: Error, CustomStringConvertible {
        /// Address, use and the reason in the words of the system, in one line.
        let description: String

        init(_ address: (host: String, port: Int), for use: String?, _ error: any Error) {
            let host = address.host.contains(":") ? "[\(address.host)]" : address.host
            let code = (error as? IOError)?.errnoCode
            let reason = code.map { String(cString: strerror($0)) } ?? "\(error)"
            description =
                "cannot listen on \(host):\(address.port)\(use.map { " for \($0)" } ?? ""): \(reason)"
        }
    }

    /// A service that listens on one address, whose errors name it.
    struct Listening<Base: Service>: Service {
        private let base: Base
        private let address: (host: String, port: Int)
        private let use: String?

        /// - Parameter use: The word for the answers on that port; nil for pictures.
        init(_ base: Base, on address: (host: String, port: Int), for use: String? = nil) {
            (self.base, self.address, self.use) = (base, address, use)
        }

        func run() async throws {
            do {
                try await base.run()
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                throw ListenFailure(address, for: use, error)
            }
        }
    }

    /// The start of a server, which is told once all its ports are open.
    final class StartGate: Sendable {
        private let state: Mutex<(left: Int, port: Int)>
        private let onStart: @Sendable (Int) -> Void

        init(ports: Int, _ onStart: @escaping @Sendable (Int) -> Void) {
            state = Mutex((left: ports, port: 0))
            self.onStart = onStart
        }

        /// Notes that a port is open.
        ///
        /// - Parameter port: The port of pictures; nil for another one.
        func open(_ port: Int?) {
            let opened = state.withLock { state -> Int? in
                state.left -= 1
                if let port { state.port = port }
                return state.left == 0 ? state.port : nil
            }
            if let opened { onStart(opened) }
        }
    }
#endif
