#if Server
    import FoundationEssentials
    import ServiceLifecycle
    import Synchronization
    import UnixSignals
    import WebImage
    import WebImageURLs

    /// The file of the rules of sources, and the rules in force, which are those of its last sound
    /// version.
    final class RulesFile: Sendable {
        private let path: String
        private let environment: [String: String]
        private let state: Mutex<SourceRules>

        /// Reads the file.
        ///
        /// - Throws: The line and the name of the first defect.
        init(_ path: String, variable: String, _ environment: [String: String]) throws(SettingFault)
        {
            (self.path, self.environment) = (path, environment)
            do throws(Defect) {
                state = Mutex(try Self.read(path, environment))
            } catch {
                throw SettingFault(variable, error.reason)
            }
        }

        /// The rules in force.
        var rules: SourceRules { state.withLock { $0 } }

        /// Reads the file again, and logs the result; the rules stay as they are if the file has a
        /// defect.
        func reload() {
            do throws(Defect) {
                let rules = try Self.read(path, environment)
                state.withLock { $0 = rules }
                RequestLog.tell("rules of \(rules.hosts.count) hosts were read anew", level: "info")
            } catch {
                RequestLog.tell("the rules stay as they are: \(error.reason)", level: "warning")
            }
        }

        private struct Defect: Error {
            let reason: String
        }

        private static func read(
            _ path: String, _ environment: [String: String]
        ) throws(Defect) -> SourceRules {
            guard let bytes = bytes(path) else {
                throw Defect(reason: "\(path.printable) cannot be read")
            }
            do throws(SourceRulesFault) {
                return try SourceRules(reading: bytes, environment: environment)
            } catch {
                throw Defect(reason: "\(path.printable): \(error)".printable)
            }
        }

        /// Returns the first bytes of a file, one more than rules may have at most.
        private static func bytes(_ path: String) -> [UInt8]? {
            let length = SourceRules.maxByteCount + 1
            let value = try? FileManager.default.attributesOfItem(atPath: path)[.size]
            // A number of Foundation, or without it an integer.
            let integer = (value as? any BinaryInteger).map { UInt64(clamping: $0) }
            guard let size = value as? UInt64 ?? integer else { return nil }
            // No file of that length is read.
            guard size < length else { return [UInt8](repeating: 32, count: length) }
            return (try? Data(contentsOf: URL(filePath: path))).map { Array($0.prefix(length)) }
        }
    }

    /// The service that reads the rules of sources anew at SIGHUP.
    struct RulesWatch: Service {
        let file: RulesFile
        let core: ServerCore

        func run() async throws {
            let signals = await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown()
            for await _ in signals {
                file.reload()
                // Their keys are those of the former rules.
                core.recent.removeAll()
            }
        }
    }
#endif
