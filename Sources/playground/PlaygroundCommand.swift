@main struct PlaygroundCommand {
    static func main() {}
}
