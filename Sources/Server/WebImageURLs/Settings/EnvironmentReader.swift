/// A reader of settings in environment variables, whose names have a common prefix.
///
/// A variable that is empty or blank counts as unset, and white space around a value is dropped.
///
/// ```swift
/// import Foundation
/// import WebImageURLs
///
/// var read = EnvironmentReader(ProcessInfo.processInfo.environment, prefix: "IMGPROXY_")
/// let quality = try read("QUALITY", .count(1...100)) ?? 80
/// ```
public struct EnvironmentReader: Sendable {
    /// The values of all variables by their names.
    package let environment: [String: String]
    /// The text before the names of all variables.
    public let prefix: String
    /// The variables that were declared by being read, set or not.
    package private(set) var declared: [SettingWords] = []

    /// Creates a reader of variables whose names begin with a prefix.
    public init(_ environment: [String: String], prefix: String = "") {
        (self.environment, self.prefix) = (environment, prefix)
    }

    /// Returns the value without white space around it; nil for an unset variable.
    public func text(_ name: String) -> String? {
        let text = environment[prefix + name]?.trimmed ?? ""
        return text.isEmpty ? nil : text
    }

    /// Returns the fault of a variable, named without prefix, that has not the expected form, such
    /// as `a colour`.
    ///
    /// - Parameter isSecret: `true` leaves the value out of the fault.
    public func fault(
        _ name: String, expected: String, isSecret: Bool = false
    ) -> SettingFault {
        let found = isSecret ? "" : ", found '\((text(name) ?? "").printable)'"
        return SettingFault(prefix + name, "expected \(expected)\(found)")
    }

    // A call declares a variable once: its name, form, bounds, default and meaning, and its place.

    /// Reads a variable into a place, which stays as it is if the variable is unset.
    ///
    /// - Parameters:
    ///   - name: The name without prefix, and after a space the flag that stands for it, if there
    ///     is one.
    ///   - standard: The default in words; nil for the present value.
    ///   - help: The meaning in a phrase; empty if the name says it.
    /// - Returns: `true` if the variable is set.
    @discardableResult
    package mutating func callAsFunction<Value>(
        _ name: String, _ form: SettingForm<Value>, _ place: inout Value,
        standard: String? = nil, _ help: String = ""
    ) throws(SettingFault) -> Bool {
        let value = try self(name, form, standard: standard ?? form.spelling(place), help)
        place = value ?? place
        return value != nil
    }

    /// Reads a variable into a place that may be empty.
    @discardableResult
    package mutating func callAsFunction<Value>(
        _ name: String, _ form: SettingForm<Value>, _ place: inout Value?,
        standard: String? = nil, _ help: String = ""
    ) throws(SettingFault) -> Bool {
        let text = standard ?? place.map(form.spelling) ?? ""
        let value = try self(name, form, standard: text, help)
        place = value ?? place
        return value != nil
    }

    /// Returns the value of a variable; nil for an unset one.
    ///
    /// - Throws: A ``SettingFault`` that names the variable and the form that is expected.
    public mutating func callAsFunction<Value>(
        _ name: String, _ form: SettingForm<Value>, standard: String = "", _ help: String = ""
    ) throws(SettingFault) -> Value? {
        let words = name.split(separator: " ").map(String.init)
        declared.append(
            SettingWords(
                variable: prefix + words[0], form: form.words, standard: standard, help: help,
                flag: words.dropFirst().first))
        guard let text = text(words[0]) else { return nil }
        guard let value = form.read(text) else {
            throw fault(words[0], expected: form.words, isSecret: form.isSecret)
        }
        return value
    }
}

/// The documentation of a variable, for the help, the man page, articles and warnings.
package struct SettingWords: Sendable {
    /// The whole name, the form, the default and the meaning, of which the last two may be empty.
    package let variable, form, standard, help: String
    /// The flag that stands for the variable, such as `--timeout`; nil for none.
    package let flag: String?
}

/// The reason why a program cannot start with a setting.
public struct SettingFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the variable, such as `IMGPROXY_QUALITY`.
    public let variable: String
    /// The reason in one phrase; it has no secret.
    public let reason: String
    /// The variable and the reason.
    public var description: String { "\(variable): \(reason)" }

    /// Creates a fault; long text is cut, and its control characters are replaced.
    public init(_ variable: String, _ reason: some StringProtocol) {
        (self.variable, self.reason) = (variable.printable, reason.printable)
    }
}
