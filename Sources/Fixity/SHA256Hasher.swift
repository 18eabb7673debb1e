import CCrypto

/// SHA-256 of bytes that arrive in pieces, by libcrypto (which uses the processor's instructions).
///
/// A value that cannot be copied: the state lives in C and is freed with it. The allocation of that
/// state is the only thing here that can fail, and it fails as any allocation in Swift does: it traps.
public struct SHA256Hasher: ~Copyable {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      fatalError("libcrypto could not start a SHA-256 digest")
    }
    self.context = context
  }

  deinit { EVP_MD_CTX_free(context) }

  /// Takes the next bytes.
  public func update(_ bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return }
    EVP_DigestUpdate(context, base, bytes.count)
  }

  /// Takes the next bytes.
  public func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { update($0) }
  }

  /// The digest of everything taken; the hasher is used up.
  public consuming func finalize() -> SHA256Digest {
    let bytes = [UInt8](unsafeUninitializedCapacity: SHA256Digest.byteCount) { buffer, count in
      var written: UInt32 = 0
      EVP_DigestFinal_ex(context, buffer.baseAddress, &written)
      count = Int(written)
    }
    guard let digest = SHA256Digest(bytes: bytes) else {
      fatalError("libcrypto returned \(bytes.count) bytes for a SHA-256 digest")
    }
    return digest
  }
}

extension SHA256Digest {
  /// The digest of bytes that are all here.
  public init(of bytes: [UInt8]) {
    let hasher = SHA256Hasher()
    hasher.update(bytes)
    self = hasher.finalize()
  }
}
