import Glibc
import WebImage

/// A comparison with bare reads, in a folder of many entries that are not in the page cache.
///
/// The kernel's cache of folders and names stays: to drop it needs a privilege and slows down other
/// processes.
struct DiskCold {
    let scene: DiskScene
    private static let readCount = 3_000

    /// Prints the medians and the ratio to the floor.
    func compare(_ entryCount: Int) throws {
        sync()
        var random = Xorshift(seed: 7)
        var (ours, floors): ([Double], [Double]) = ([], [])
        for _ in 0..<Self.readCount {
            let key = DiskScene.key("tiny", random.next(below: entryCount))
            let digest = key.digest
            let path = "\(scene.folder)/v1/\(digest.prefix(2))/\(digest).entry"
            // Each of them is first half of the time: the medium may cache the last read.
            for isOurs in ours.count.isMultiple(of: 2) ? [true, false] : [false, true] {
                try forget(path)
                let start = ContinuousClock.now
                if isOurs { try scene.hit(key) } else { _ = try DiskFloors.read(path) }
                let time = start.duration(to: .now) / .nanoseconds(1)
                if isOurs { ours.append(time) } else { floors.append(time) }
            }
        }
        let (our, floor) = (median(ours), median(floors))
        print(
            "of \(entryCount), cold: \(Int(our)) ns, bare \(Int(floor)) ns of wall time, "
                + "\((our / floor * 100).rounded() / 100) x")
    }

    private func forget(_ path: String) throws {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw CachesError("open") }
        defer { close(file) }
        guard posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0 else {
            throw CachesError("forget")
        }
    }

    private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
