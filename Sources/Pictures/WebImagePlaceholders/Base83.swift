/// Numbers in the 83 characters of ``BlurHash``, which JSON, HTML and shells leave unescaped.
enum Base83 {
    private static let characters = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~"
            .utf8)

    /// Returns the value of a character, nil if it is no digit.
    static func digit(_ character: UInt8) -> Int? { characters.firstIndex(of: character) }

    /// Returns the number of digits, the highest first.
    static func number(_ digits: some Sequence<Int>) -> Int {
        digits.reduce(0) { $0 * 83 + $1 }
    }

    /// Returns a number in `count` characters.
    static func text(_ number: Int, _ count: Int) -> String {
        var (rest, bytes) = (number, [UInt8]())
        for _ in 0..<count {
            bytes.append(characters[rest % 83])
            rest /= 83
        }
        return String(decoding: bytes.reversed(), as: UTF8.self)
    }
}
