/// Numbers in the 83 characters that stand unescaped in JSON, HTML and shells: ``BlurHash``'s.
enum Base83 {
    private static let characters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
            .utf8)

    /// The value of a character, nil if it is none of them.
    static func digit(_ character: UInt8) -> Int? { characters.firstIndex(of: character) }

    /// The number that digits write, the highest first.
    static func number(_ digits: some Sequence<Int>) -> Int {
        digits.reduce(0) { $0 * 83 + $1 }
    }

    /// A number in so many characters.
    static func text(_ number: Int, _ count: Int) -> String {
        var (rest, bytes) = (number, [UInt8]())
        for _ in 0..<count {
            bytes.append(characters[rest % 83])
            rest /= 83
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
