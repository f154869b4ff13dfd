/// One participant of a race.
struct Contestant {
    let name: String
    let run: () throws -> Sample
}
