// The program: everything that it does lies in the library `PlaygroundCLI`, which tests can import.

internal import PlaygroundCLI

await PlaygroundCommand.main()
