import type { Cue } from './cue.ts'

/** Characters: more would not make it surer. */
const SAMPLE = 4_000

/**
 * The language of a subtitle as far as its script tells it: kana are Japanese, hangul Korean, Chinese characters alone
 * Chinese. Null for all others, Latin letters among them.
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
  // A Chinese text may quote a Japanese name; a Japanese one has kana in every sentence.
  return kana * 3 > han ? 'ja' : 'zh'
}
