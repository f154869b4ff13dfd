import ArgumentParser
import WebImage

/// Reads `--transform`.
enum TransformArgument {
    static func read(_ text: String) throws -> any SpelledTransform {
        do throws(VocabularyError) {
            return try Vocabulary.standard.read(text)
        } catch {
            throw ValidationError(error.description)
        }
    }
}
