#if !canImport(FoundationNetworking)
    import Foundation

    extension URLSessionConfiguration {
        /// Refuses the versions of TLS that RFC 8996 retires.
        func requireTLS12() { tlsMinimumSupportedProtocolVersion = .TLSv12 }
    }
#endif
