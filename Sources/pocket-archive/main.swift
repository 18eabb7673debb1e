import HostIO

let code = await Program.run(Array(CommandLine.arguments.dropFirst()))
ProcessExit.exit(code.rawValue)
