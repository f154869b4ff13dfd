import Testing
import WebImagePipeline

struct AllowedProcessorsTests {
    @Test(arguments: [
        ("f", 4), ("3", 2), ("1", 1), ("ff,ffffffff", 40), ("00000000,00000000,00000005", 2),
    ])
    func `the mask of a process says how many processors it may run on`(
        _ mask: String, _ count: Int
    ) {
        let text = "Name:\tx\nCpus_allowed:\t\(mask)\nCpus_allowed_list:\t0-3\n"
        #expect(AllowedProcessors(text)?.count == count)
    }

    @Test(arguments: ["", "Cpus_allowed:", "Cpus_allowed:\t0\n", "Cpus_allowed_list:\t0-3\n"])
    func `without a mask nothing is said`(_ text: String) {
        #expect(AllowedProcessors(text) == nil)
    }
}
