import WebImageCaching
public import WebImageLoading
import WebImagePipeline

/// Tries an HTTP transport against a real server, and tells which promises of the protocol it breaks.
///
/// The library's own transports pass it; so should yours:
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
/// Each trial has a server and transports to itself, so that any number may run at once.
public struct TransportConformance: Sendable {
    /// All trials, by what holds: answers, requests, failures, life.
    public static let trials =
        TransportTrial.answers + TransportTrial.encodings + TransportTrial.requests
        + TransportTrial.failures + TransportTrial.damages + TransportTrial.lives

    private let makeTransport: @Sendable () -> any HTTPTransport
    private let patience: Duration

    /// A trial of the transports that `makeTransport` makes, with their standard settings.
    ///
    /// - Parameter patience: How long one trial may take before it counts as hanging.
    public init(
        patience: Duration = .seconds(300),
        _ makeTransport: @escaping @Sendable () -> any HTTPTransport
    ) {
        self.makeTransport = makeTransport
        self.patience = patience
    }

    /// The promises that are broken in any trial; empty for a transport that conforms.
    public func violations() async -> [TransportViolation] {
        var found: [TransportViolation] = []
        for trial in Self.trials { found += await violations(in: trial) }
        return found
    }

    /// The promises that are broken in one trial.
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
                    // Cancelled from outside it was too slow, which is told below.
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
                // Ends the waits that cancelling alone does not.
                bench.origin.shutdown()
            }
            await group.next()
            group.cancelAll()
        }
    }
}
