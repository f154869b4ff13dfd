import Foundation
import WebImageCaching
import WebImageCoding
import WebImageRuntime

/// Base64 by another implementation than the one under test.
enum FedBase64 {
    static func text(_ block: ByteBlock) -> String {
        block.withUnsafeBytes { Data($0) }.base64EncodedString(options: .lineLength76Characters)
    }

    static func write(_ block: ByteBlock, to path: String) throws {
        try block.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: path))
    }
}
