/// A stretch of speech in which the speaker aims at one sound.
struct Phone: Hashable, Sendable {
  /// What makes the sound.
  enum Kind: Hashable, Sendable { case vowel, nasal, fricative, burst, closure, pause }

  var kind: Kind
  /// Of the vibrating vocal folds, 0 to 1.
  var voicing: Double
  /// Of turbulent air, 0 to 1.
  var noise: Double
  /// The lowest three resonances of the vocal tract, hertz; a consonant's are where its vowel
  /// heads.
  var formants: Formants
  /// Where turbulent air sounds loudest, hertz.
  var noiseFrequency: Double
  /// In ticks of 5 ms, at least 1.
  var ticks = 1
}

/// Three resonances, hertz.
struct Formants: Hashable, Sendable {
  var first: Double
  var second: Double
  var third: Double
}

extension Phone {
  /// Vowels of a grown man. Source: Peterson and Barney, "Control methods used in a study of the
  /// vowels", J. Acoust. Soc. Am. 24 (1952), table II, rounded.
  static let vowels: [Phone] = [
    (270, 2_290, 3_010), (390, 1_990, 2_550), (530, 1_840, 2_480), (660, 1_720, 2_410),
    (730, 1_090, 2_440), (570, 840, 2_410), (440, 1_020, 2_240), (300, 870, 2_240),
    (640, 1_190, 2_390), (490, 1_350, 1_690),
  ].map { (first: Double, second: Double, third: Double) in
    Phone(
      kind: .vowel, voicing: 1, noise: 0.01,
      formants: Formants(first: first, second: second, third: third), noiseFrequency: 2_500)
  }

  /// Sounds that hiss: roughly s, sh, f, z and h.
  static let fricatives: [Phone] = [
    (0.0, 0.5, 5_600), (0.0, 0.6, 3_000), (0.0, 0.2, 4_200), (0.35, 0.3, 5_200), (0.0, 0.15, 1_500),
  ].map { (voicing: Double, noise: Double, frequency: Double) in
    Phone(
      kind: .fricative, voicing: voicing, noise: noise,
      formants: Formants(first: 320, second: 1_600, third: 2_600), noiseFrequency: frequency)
  }

  /// The opening of lips or tongue: roughly p, t and k.
  static let bursts: [Phone] = [1_000, 4_000, 2_000].map { (frequency: Double) in
    Phone(
      kind: .burst, voicing: 0, noise: 0.7,
      formants: Formants(first: 250, second: 1_500, third: 2_500), noiseFrequency: frequency,
      ticks: 3)
  }

  /// Roughly m and n: low, and quiet above.
  static let nasals: [Phone] = [1_100, 1_500].map { (second: Double) in
    Phone(
      kind: .nasal, voicing: 0.45, noise: 0,
      formants: Formants(first: 250, second: second, third: 2_300), noiseFrequency: 2_500)
  }

  /// Nothing sounds; the mouth closes for a burst.
  static let closure = Phone(
    kind: .closure, voicing: 0, noise: 0,
    formants: Formants(first: 250, second: 1_500, third: 2_500), noiseFrequency: 2_000, ticks: 10)

  /// Nothing sounds; the speaker breathes or thinks.
  static let pause = Phone(
    kind: .pause, voicing: 0, noise: 0,
    formants: Formants(first: 500, second: 1_500, third: 2_500), noiseFrequency: 2_000, ticks: 60)

  /// This phone, lasting so long.
  func lasting(_ ticks: Int) -> Phone {
    var phone = self
    phone.ticks = ticks
    return phone
  }
}
