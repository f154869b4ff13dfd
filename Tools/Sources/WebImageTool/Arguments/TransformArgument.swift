import ArgumentParser
import WebImage

/// Reads `--transform`: one spelling, or several joined by `/`.
enum TransformArgument {
    static func read(_ text: String) throws -> [any ImageTransform] {
        do throws(VocabularyError) {
            return try Vocabulary.standard.read(chain: ColorArgument.spelledOut(text))
        } catch {
            throw ValidationError(error.description)
        }
    }
}
