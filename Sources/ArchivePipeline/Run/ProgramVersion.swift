/// The version of this program, as `version` prints it and as action records hold it.
package enum ProgramVersion {
  package static let text = "0.1.0"
}
