#if os(Linux)
    import Foundation

    /// A program of this package, built beside the tests.
    public enum BuiltProgram {
        /// Returns the path of an executable target.
        ///
        /// - Throws: `POSIXError` if it is not there.
        public static func path(of name: String) throws -> String {
            let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let folder = (own as NSString).deletingLastPathComponent
            // SwiftPM's own runner loads the tests from a bundle.
            for start in [folder, (CommandLine.arguments[0] as NSString).deletingLastPathComponent]
            {
                let path = start + "/\(name)"
                if access(path, X_OK) == 0 { return path }
            }
            throw POSIXError(.ENOENT)
        }
    }
#endif
