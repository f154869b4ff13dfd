import ArgumentParser
import FoundationEssentials
import WebImage

/// Reads `--rules`.
enum RulesArgument {
    /// Reads a file of rules, whose credentials are variables of the environment.
    static func read(_ path: String) throws -> SourceRules {
        var bytes: [UInt8] = []
        do throws(SourceFailure) {
            let file = try LineFile.opened(path)
            while bytes.count <= SourceRules.maxByteCount {
                let more = try file.read()
                if more.isEmpty { break }
                bytes += more
            }
        } catch {
            let reason = error.reason.split(separator: ": ").last.map(String.init) ?? ""
            throw ValidationError("cannot read the file of rules: \(reason).")
        }
        do throws(SourceRulesFault) {
            return try SourceRules(
                reading: bytes, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw ValidationError("\(path.printable): \(error).".printable)
        }
    }
}
