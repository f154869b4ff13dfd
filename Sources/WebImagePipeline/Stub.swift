import FoundationEssentials
struct Storability { var allowsStoring = true; var expires: Date? ; init(of: ResponseHead, receivedAt: Date) {} }
final class TransferGate: Sendable { init(maxTransfers: Int, maxTransfersPerHost: Int) {}
 func withSlot<R: Sendable>(host: String, _ b: () async throws -> R) async throws -> R { try await b() } }
import WebImageCoding
