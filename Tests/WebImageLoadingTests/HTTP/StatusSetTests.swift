import TestSupport
import Testing
import WebImageCaching
import WebImageLoading
import WebImageRuntime

/// Sets of statuses.
struct StatusSetTests {
    @Test func `a set holds what is in its ranges, ends included`() {
        let set = StatusSet(200...299, 404...404)
        #expect([200, 250, 299, 404].allSatisfy(set.contains))
        #expect(![199, 300, 403, 405].contains(where: set.contains))
    }

    @Test func `sets of the same statuses are equal, however they are written`() {
        #expect(StatusSet(250...299, 200...260) == .success)
        #expect(StatusSet(200...249, 250...299) == .success)
        #expect(StatusSet(200...299, 210...220) == .success)
        #expect([300, 200, 200] == StatusSet(200...200, 300...300))
        #expect(StatusSet(Int.min...0, 1...Int.max) == .any)
    }

    @Test(
        arguments: [
            (StatusSet.success, "200-299"), (StatusSet.any, "any"), (StatusSet([]), "none"),
            (StatusSet(404...404), "404"),
            (StatusSet(404...404, 200...299), "200-299+404"), (StatusSet(0...0), "0"),
        ])
    func `a set is read as it is spelled`(set: StatusSet, spelling: String) {
        #expect(set.spelling == spelling)
        #expect(StatusSet(spelling: spelling) == set)
    }

    @Test(
        arguments: [
            "", "-", "200-", "-200", "299-200", "200-250-299", "200+", "all", "2oo", " 200",
            "99999999999999999999", "+200",
        ])
    func `what is no set is not read`(text: String) {
        #expect(StatusSet(spelling: text) == nil)
    }

    @Test func `a set with every number holds every number`() {
        #expect([Int.min, -1, 0, 304, Int.max].allSatisfy(StatusSet.any.contains))
    }
}
