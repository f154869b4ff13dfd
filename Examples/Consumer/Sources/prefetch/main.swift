import WebImage

// Fills the disk cache from a list of any length, four at once, after all other loads.
let urls = CommandLine.arguments.dropFirst()
let batch = ImagePipeline.standard.prefetch(urls)
for await progress in batch {
    print("\(progress.ended) of \(progress.total ?? 0), \(progress.failed) failed")
}
