import type { Cue } from './cue.ts'

/** In characters; larger samples are not more accurate. */
const SAMPLE = 4_000

/**
 * Guesses the language of a subtitle by its script: kana are Japanese, hangul Korean, Chinese characters alone Chinese.
 * Returns null for other scripts, including Latin.
 */
export function guessLanguage(cues: readonly Cue[]): 'ja' | 'ko' | 'zh' | null {
  let text = ''
  for (const cue of cues) {
    text += cue.text
    if (text.length >= SAMPLE) break
  }
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const hangul = count(/\p{Script=Hangul}/gu)
  const han = count(/\p{Script=Han}/gu)
  const letters = count(/\p{Letter}/gu)
  if (hangul > kana && hangul * 4 > letters) return 'ko'
  if ((kana + han) * 4 <= letters) return null
  // Chinese text may quote a Japanese name; Japanese text has kana in every sentence.
  return kana * 3 > han ? 'ja' : 'zh'
}
