import TestSupport
import Testing
import WebImageCoding
import WebImagePipeline
import WebImagePixels
import WebImageTransforms
import WebImageURLs

@Suite(.enabled(if: !ThumborCase.all.isEmpty, "the acceptance files are not there"))
struct ThumborCaseTests {
    /// The requests that the grammar itself must refuse, by the kind of fault.
    private let refused: [String: URLFault.Kind] = [
        "t-signature-007": .signature, "t-signature-009": .signature, "t-errors-010": .signature,
        "t-errors-009": .source, "t-errors-013": .forbiddenSource,
    ]

    @Test func `requests of the acceptance data are accepted or refused, and give their size`()
        throws
    {
        var (accepted, compared, formats, denied) = (0, 0, 0, 0)
        for row in ThumborCase.all {
            let grammar = try ThumborGrammar(environment: row.environment)
            do throws(URLFault) {
                let plan = try grammar.plan(for: row.target, at: 0)
                #expect(refused[row.id] == nil, "\(row) is accepted")
                accepted += 1
                if let format = plan.encoding.format, let expected = row.expect.format {
                    #expect(format.rawValue == expected, "\(row)")
                    formats += 1
                }
                guard let size = Self.size(of: plan, row), let width = row.expect.width,
                    let height = row.expect.height
                else { continue }
                #expect(size == PixelSize(width, height), "\(row) \(row.request.path)")
                compared += 1
            } catch {
                #expect(refused[row.id] == error.kind, "\(row): \(error)")
                denied += 1
            }
        }
        print(
            "thumbor: \(ThumborCase.all.count) requests, \(accepted) accepted, \(denied) refused, "
                + "\(compared) sizes and \(formats) formats compared")
        #expect(compared > 100)
    }

    /// Returns the size of the result; nil if that of the source is not known.
    private static func size(of plan: ImagePlan, _ row: ThumborCase) -> PixelSize? {
        let source =
            plan.trim == nil
            ? row.sourceSize(isUpright: plan.turnsUpright == true) : row.trimmedSize
        guard let source else { return nil }
        let canvas = plan.sizing.plan(for: source).canvas
        return plan.transforms.reduce(canvas) { $1.resultSize(of: $0) }
    }
}
