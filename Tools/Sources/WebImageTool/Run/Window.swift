/// Processes many items, some at once, and delivers the results in the order of the items, or as they
/// come.
struct Window<Item: Sendable> {
    private let items: [Item]
    private let width: Int

    private let isOrdered: Bool

    init(of items: [Item], atOnce width: Int, isOrdered: Bool = true) {
        self.items = items
        self.width = width
        self.isOrdered = isOrdered
    }

    /// Runs `work` on each item; calls `each` with its number, in order once an item and all before
    /// it are done, or at once.
    func run<Value: Sendable>(
        work: @escaping @Sendable (Int, Item) async -> Value, each: (Int, Item, Value) -> Void
    ) async {
        await withTaskGroup(of: (Int, Value).self) { group in
            var (started, reported) = (0, 0)
            var waiting: [Int: Value] = [:]
            func start() {
                guard started < items.count else { return }
                let (index, item) = (started, items[started])
                group.addTask { (index, await work(index, item)) }
                started += 1
            }
            for _ in 0..<width { start() }
            while let (index, value) = await group.next() {
                start()
                guard isOrdered else {
                    each(index, items[index], value)
                    continue
                }
                waiting[index] = value
                while let value = waiting.removeValue(forKey: reported) {
                    each(reported, items[reported], value)
                    reported += 1
                }
            }
        }
    }
}
