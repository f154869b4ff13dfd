#if HTTP
    import WebImageCaching
    import WebImageLoading
    import WebImageRuntime

    #if canImport(Darwin)
        import Darwin
    #else
        import Glibc
    #endif

    /// The system's resolution of host names.
    enum SystemNames {
        /// The threads of all look-ups, bounded in number: look-ups of a slow name server wait for
        /// each other here and block no other work.
        static let threads = WorkExecutor(maxThreads: 16)

        /// Resolves a name, blocking; empty if the name has no address or no server responds.
        static func addresses(of host: String) -> [IPAddress] {
            if Task.isCancelled { return [] }
            var hints = addrinfo()
            // Addresses of a family that this machine does not have could not be reached.
            hints.ai_flags = AI_ADDRCONFIG
            hints.ai_family = AF_UNSPEC
            hints.ai_protocol = Int32(IPPROTO_TCP)
            var list: UnsafeMutablePointer<addrinfo>?
            guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
            defer { freeaddrinfo(list) }
            return sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }
                .compactMap { $0.flatMap { text(of: $0.pointee).flatMap(IPAddress.init) } }
        }

        /// Returns the numeric text of an address, without its zone.
        private static func text(of entry: addrinfo) -> Substring? {
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let status = getnameinfo(
                entry.ai_addr, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0,
                NI_NUMERICHOST)
            guard status == 0 else { return nil }
            let bytes = text.prefix { $0 != 0 && $0 != 37 }.map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self)[...]
        }
    }
#endif
