import HostIO

// A reader that goes away is an error like another, not the end of the process.
StandardStreams.ignoreBrokenPipes()
ProcessExit.exit(MakeSample().run(Array(CommandLine.arguments.dropFirst())))
