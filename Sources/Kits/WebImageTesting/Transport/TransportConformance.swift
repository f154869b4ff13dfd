import WebImageCaching
public import WebImageLoading
import WebImageOrigin
import WebImagePipeline

/// Tests an HTTP transport with a real server against the requirements of `HTTPTransport`.
///
/// The library's own transports pass; a custom transport should too:
///
/// ```swift
/// @Test(arguments: TransportConformance.trials)
/// func `it keeps its promises`(_ trial: TransportTrial) async {
///     let conformance = TransportConformance { MyTransport() }
///     let violations = await conformance.violations(in: trial)
///     #expect(violations.isEmpty, "\(violations)")
/// }
/// ```
///
/// Each trial has its own server and transports, so trials can run concurrently.
public struct TransportConformance: Sendable {
    /// All trials, by subject: answers, encodings, requests, failures, damage, life cycle.
    public static let trials =
        TransportTrial.answers + TransportTrial.encodings + TransportTrial.requests
        + TransportTrial.failures + TransportTrial.damages + TransportTrial.lives

    private let makeTransport: @Sendable () -> any HTTPTransport
    private let patience: Duration

    /// Creates a test of the transports that `makeTransport` creates, with their standard settings.
    ///
    /// - Parameter patience: The longest duration of one trial; a longer one counts as hanging.
    public init(
        patience: Duration = .seconds(300),
        _ makeTransport: @escaping @Sendable () -> any HTTPTransport
    ) {
        self.makeTransport = makeTransport
        self.patience = patience
    }

    /// Returns the violations of all trials; empty for a conforming transport.
    public func violations() async -> [TransportViolation] {
        var found: [TransportViolation] = []
        for trial in Self.trials { found += await violations(in: trial) }
        return found
    }

    /// Returns the violations of one trial.
    public func violations(in trial: TransportTrial) async -> [TransportViolation] {
        let bench: TransportBench
        do throws(OriginError) {
            bench = TransportBench(origin: try OriginServer(), makeTransport)
        } catch {
            return [TransportViolation(trial: trial.name, reason: "no server: \(error)")]
        }
        await run(trial, on: bench)
        await bench.transport.shutdown()
        bench.origin.shutdown()
        return bench.complaints.map { TransportViolation(trial: trial.name, reason: $0) }
    }

    private func run(_ trial: TransportTrial, on bench: TransportBench) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await trial.run(bench)
                } catch {
                    // A cancelled trial was too slow, which is recorded below.
                    if !Task.isCancelled { bench.complain("threw \(error)") }
                }
            }
            group.addTask { [patience] in
                do {
                    try await Task.sleep(for: patience)
                } catch {
                    return
                }
                bench.complain("took longer than \(patience.spelling)")
                // Ends the waits that cancellation does not end.
                bench.origin.shutdown()
            }
            await group.next()
            group.cancelAll()
        }
    }
}
