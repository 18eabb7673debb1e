/// Chooses what is said: syllables of a few phones, phrases of a few syllables, pauses between
/// them.
struct Speaker: Sendable {
  /// A phone and how it is spoken.
  struct Aim: Hashable, Sendable {
    var phone: Phone
    /// Of the vocal folds, hertz.
    var pitch: Double
  }

  private var random: SplitMix64
  /// What this voice falls back to, hertz.
  private let basePitch: Double
  /// How much shorter the vocal tract is than that of the table's speakers.
  private let tractScale: Double
  /// The rest of the phrase, in the order in which it is spoken.
  private var phrase: ArraySlice<Aim> = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    basePitch = random.number(from: 90, to: 210)
    // Higher voices come with shorter tracts.
    tractScale = 0.96 + (basePitch - 90) / 120 * 0.16
    // Nobody speaks the moment the recorder starts.
    phrase = [Aim(phone: Phone.pause.lasting(random.integer(in: 20...80)), pitch: basePitch)]
  }

  /// What comes next.
  mutating func next() -> Aim {
    while true {
      if let aim = phrase.popFirst() { return aim }
      phrase = newPhrase()[...]
    }
  }

  private mutating func newPhrase() -> [Aim] {
    let syllables = random.integer(in: 2...9)
    var aims: [Aim] = []
    for syllable in 0..<syllables {
      // The voice falls through a phrase; now and then a syllable is stressed.
      let fall = 1.2 - 0.35 * Double(syllable) / Double(syllables)
      let stress = random.integer(in: 0...3) == 0 ? 1.15 : 1
      let pitch = basePitch * fall * stress * random.number(from: 0.96, to: 1.04)
      aims += newSyllable().map { Aim(phone: scaled($0), pitch: pitch) }
    }
    let isLong = random.integer(in: 0...3) == 0
    let pause = isLong ? random.integer(in: 120...260) : random.integer(in: 30...110)
    aims.append(Aim(phone: Phone.pause.lasting(pause), pitch: basePitch))
    return aims
  }

  private mutating func newSyllable() -> [Phone] {
    var phones: [Phone] = []
    switch random.integer(in: 0...9) {
    case 0...3:
      phones.append(Phone.closure.lasting(random.integer(in: 6...14)))
      phones.append(choose(Phone.bursts))
    case 4...6: phones.append(choose(Phone.fricatives).lasting(random.integer(in: 12...26)))
    case 7...8: phones.append(choose(Phone.nasals).lasting(random.integer(in: 10...18)))
    default: break
    }
    phones.append(choose(Phone.vowels).lasting(random.integer(in: 14...40)))
    switch random.integer(in: 0...9) {
    case 0...1: phones.append(choose(Phone.nasals).lasting(random.integer(in: 10...16)))
    case 2...3: phones.append(choose(Phone.fricatives).lasting(random.integer(in: 12...24)))
    default: break
    }
    return phones
  }

  private mutating func choose(_ phones: [Phone]) -> Phone {
    phones[random.integer(in: 0...phones.count - 1)]
  }

  private func scaled(_ phone: Phone) -> Phone {
    var phone = phone
    phone.formants.first *= tractScale
    phone.formants.second *= tractScale
    phone.formants.third *= tractScale
    return phone
  }
}
