#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking

    extension URLSessionConfiguration {
        /// Does nothing: Foundation has no such setting on Linux.
        ///
        /// The oldest version accepted is set by libcurl and the configuration of OpenSSL.
        func requireTLS12() {}
    }
#endif
