/// One step of the schema. Steps have a name, go forward only, and never change once released.
struct Migration: Sendable {
  let name: String
  let sql: String
}

/// The schema, as the steps that lead to it.
enum Schema {
  /// `PRAGMA application_id` of every catalog: "PkAC" in ASCII. It tells a catalog from the
  /// database of another program. Source: https://www.sqlite.org/pragma.html#pragma_application_id
  static let applicationID: Int64 = 0x506b_4143

  static let migrations: [Migration] = [
    Migration(
      name: "recorders-and-recordings",
      sql: """
        CREATE TABLE recorders (
          identity TEXT NOT NULL PRIMARY KEY,
          name TEXT NOT NULL,
          folder TEXT NOT NULL,
          kind TEXT NOT NULL,
          origin TEXT NOT NULL,
          last_seen TEXT,
          last_success TEXT,
          log_offset INTEGER NOT NULL CHECK (log_offset >= 0)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE recordings (
          recorder TEXT NOT NULL REFERENCES recorders (identity),
          directory TEXT NOT NULL,
          raw_id TEXT NOT NULL,
          version INTEGER NOT NULL,
          fate TEXT NOT NULL,
          object BLOB CHECK (length(object) = 32),
          bytes INTEGER,
          samples INTEGER,
          sample_rate INTEGER,
          verdict TEXT,
          listed_seconds INTEGER,
          listed_bytes INTEGER,
          listed_modified INTEGER,
          evidence BLOB CHECK (length(evidence) = 32),
          sidecar BLOB CHECK (length(sidecar) = 32),
          receipt BLOB CHECK (length(receipt) = 32),
          path TEXT,
          note TEXT,
          first_listed TEXT NOT NULL,
          since TEXT NOT NULL,
          attempts INTEGER NOT NULL,
          PRIMARY KEY (recorder, directory, raw_id, version)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX recordings_by_raw_id ON recordings (raw_id);
        CREATE INDEX recordings_by_object ON recordings (object) WHERE object IS NOT NULL;
        """),
    Migration(
      name: "how-a-recorder-was",
      sql: "ALTER TABLE recorders ADD COLUMN condition TEXT;"),
  ]
}
