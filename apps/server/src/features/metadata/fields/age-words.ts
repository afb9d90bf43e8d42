/** An age rating, as names of works state it. */
export type StatedAge = 'general' | 'r15' | 'adult'

/**
 * Not next to a digit or Latin letter, which would make it part of a code, a number or a word: `R180`, `318禁`, `CR15`.
 */
const APART_BEFORE = String.raw`(?<![a-z\d])`
const APART_AFTER = String.raw`(?![a-z\d]|\.\d)`
/** Excludes negations: `非成人向け`, `non-R18`. (Not `no`, which is also の: `Ame no R18`.) */
const NOT_DENIED = String.raw`(?<!非|\bno[nt][\s\-‐–—−]?)`

/** Words that state an age anywhere in a name. Matched against NFKC-folded text, ignoring case. */
const words: Record<StatedAge, RegExp> = {
  adult: new RegExp(
    [
      String.raw`${NOT_DENIED}成[人年](?:向け?|指定)`,
      String.raw`(?<![a-z\d.]|非)18(?:禁|歳以上|才以上|歳未満|岁以上)`,
      String.raw`十八禁`,
      String.raw`${APART_BEFORE}${NOT_DENIED}r[-‐–—−ー ]?18g?${APART_AFTER}`,
      // Without brackets it may be a number of tracks: "全18+特典".
      String.raw`(?<=^|[\s_[({【「『|/・,、-])${NOT_DENIED}18\+(?=$|[\s_\])}】」』|/・,、-])`,
      '🔞',
    ].join('|'),
    'iu',
  ),
  r15: new RegExp(
    [
      String.raw`(?<![a-z\d.]|非)15(?:禁|歳以上|才以上|岁以上)`,
      String.raw`${APART_BEFORE}${NOT_DENIED}r[-‐–—−ー ]?15${APART_AFTER}`,
      String.raw`(?<=^|[\s_[({【「『|/・,、-])${NOT_DENIED}15\+(?=$|[\s_\])}】」』|/・,、-])`,
    ].join('|'),
    'iu',
  ),
  general: new RegExp(
    [
      String.raw`${NOT_DENIED}全年[齢龄齡令]`,
      String.raw`一般(?:向け|向(?![上き]))`,
      String.raw`\b${NOT_DENIED}all[- ]ages\b`,
    ].join('|'),
    'iu',
  ),
}

/** A note alone in brackets may be shorter. */
const ADULT_NOTE = /^(?:adults?(?: only)?|成人)$/iu
const NOTE =
  /^(?:r[- ]?18g?|18禁(?:音声)?|18\+|1[58][歳才岁]以上|成[人年](?:向け?|指定)?|adults?(?: only)?|r[- ]?15|15禁|15\+|全年[齢龄齡令](?:向け?)?|一般向け?|all[ -]?ages|🔞)$/iu

/** Strictest first. */
const byStrictness = ['adult', 'r15', 'general'] as const

/** Returns the strictest age that a name or title states; null if none. */
export function ageInText(text: string): StatedAge | null {
  const folded = text.normalize('NFKC')
  return byStrictness.find((age) => words[age].test(folded)) ?? null
}

/** Whether a note in brackets states an age and nothing else. @param note  folded by NFKC */
export function isAgeNote(note: string): boolean {
  return NOTE.test(note)
}

/** Returns the age that such a note states. @param note  folded by NFKC */
export function ageOfNote(note: string): StatedAge | null {
  if (ADULT_NOTE.test(note)) return 'adult'
  return isAgeNote(note) ? ageInText(note.replace(/^all ?ages$/i, 'all ages')) : null
}

export function strictestAge(ages: readonly (StatedAge | null)[]): StatedAge | null {
  return byStrictness.find((age) => ages.includes(age)) ?? null
}
