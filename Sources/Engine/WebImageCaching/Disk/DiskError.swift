#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A failed operation of the disk cache.
public struct DiskError: Error, Hashable, Sendable {
    /// The action that failed, in words: "cannot create the folder".
    public var action: String
    /// The path of the file or folder.
    public var path: String
    /// The system's error number.
    public var code: Int32
    /// The reason in words, if the system's are not enough.
    package var reason: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - action: The action that failed, such as "cannot read".
    ///   - path: The path of the file or folder.
    ///   - code: The system's error number (`errno`).
    ///   - reason: The reason in words; nil for the system's words of the number.
    public init(_ action: String, path: String, code: Int32, reason: String? = nil) {
        self.action = action
        self.path = path
        self.code = code
        self.reason = reason
    }
}

extension DiskError: CustomStringConvertible {
    /// The action, the path and the reason.
    public var description: String { "\(action) \(path): \(reason ?? systemReason)" }

    /// The system's words for the error number.
    private var systemReason: String {
        // Safe because `strerror` returns a C string that is copied at once.
        guard let words = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: words)
    }
}

/// The first failure of several actions that are all attempted.
package struct FirstFailure: Sendable {
    package private(set) var error: DiskError?

    package init(_ errors: [DiskError?] = []) { error = errors.lazy.compactMap(\.self).first }

    package mutating func add(_ error: DiskError?) { self.error = self.error ?? error }

    @discardableResult
    package mutating func attempt<Value: ~Copyable>(
        _ action: @autoclosure () throws(DiskError) -> Value
    ) -> Value? {
        do throws(DiskError) {
            return try action()
        } catch {
            add(error)
            return nil
        }
    }

    package func rethrow() throws(DiskError) {
        if let error { throw error }
    }
}

func unlessMissing<Value: ~Copyable>(
    _ action: @autoclosure () throws(DiskError) -> Value
) throws(DiskError) -> Value? {
    do throws(DiskError) {
        return try action()
    } catch {
        guard error.code == ENOENT else { throw error }
        return nil
    }
}
