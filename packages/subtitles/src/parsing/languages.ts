import type { Cue } from './cue.ts'

/** The languages that are told apart in subtitles, in the order in which they are listed. */
export const subtitleLanguages = ['ja', 'zh', 'en', 'ko'] as const
export type SubtitleLanguage = (typeof subtitleLanguages)[number]

/** In letters; larger samples are not more accurate. */
const SAMPLE = 4_000
/** A language is one of a subtitle's if it has this share of the text: less are names, quotations and credits. */
const SHARE = 0.2
/** Letters of an alphabet say less than those of the other scripts. */
const LATIN_WEIGHT = 1 / 3
/** Words that other languages with Latin letters do not have, or hardly. */
const ENGLISH =
  /\b(?:the|and|you|your|you're|is|it's|this|that|that's|what|with|for|have|are|was|will|don't|i'm|i'll|my|here|there|good|okay|please|sleep|night)\b/i

/**
 * Returns the languages of a subtitle, by the scripts of its lines; two for one that is in two languages at once. Empty
 * if it is in none of them, such as sounds without words.
 */
export function languagesOf(cues: readonly Pick<Cue, 'text'>[]): SubtitleLanguage[] {
  const letters = { ja: 0, zh: 0, en: 0, ko: 0, latin: 0 }
  let all = 0
  for (const line of linesOf(cues)) {
    const language = languageOfLine(line)
    const isLatin = language === 'en' || language === 'latin'
    const count = (line.match(/\p{Letter}/gu)?.length ?? 0) * (isLatin ? LATIN_WEIGHT : 1)
    letters[language] += count
    all += count
    if (all >= SAMPLE) break
  }
  // Not every line of English has such a word; hardly any line of another language has one.
  if (letters.en >= letters.latin * SHARE) letters.en += letters.latin
  // Japanese has lines without kana, though short ones.
  if (letters.ja > letters.zh * 2) letters.zh = 0
  return subtitleLanguages.filter((language) => letters[language] > 0 && letters[language] >= all * SHARE)
}

function* linesOf(cues: readonly Pick<Cue, 'text'>[]): Generator<string> {
  for (const { text } of cues) yield* text.split('\n')
}

function languageOfLine(line: string): SubtitleLanguage | 'latin' {
  if (/\p{Script=Hangul}/u.test(line)) return 'ko'
  if (/[\u3041-\u3096\u30a1-\u30fa]/.test(line)) return 'ja'
  if (/\p{Script=Han}/u.test(line)) return 'zh'
  return ENGLISH.test(line.replaceAll('’', "'")) ? 'en' : 'latin'
}
