// The library that programs import: the protocol, and the sessions that speak it.
@_exported public import PocketProtocol
@_exported public import PocketSession
