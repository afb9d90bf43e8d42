import { foldText } from '@otodana/keyword'

/** The name under which two accounts are the same: case, width and white space do not tell people apart. */
export function accountKey(name: string): string {
  return foldText(name.toWellFormed().replaceAll('\0', ' '))
}

/** Letters of other scripts that most fonts draw like a Latin one, small and capital. */
const CYRILLIC_LIKE_LATIN = new Set('авеӏікмнорсѕтухһјԁԛԝАВЕЅІЈКМНОРСТХУԌԚԜӀ')
const GREEK_LIKE_LATIN = new Set('αγικνορυχωΑΒΕΖΗΙΚΜΝΟΡΤΥΧ')
const CYRILLIC = /\p{Script=Cyrillic}/u
const GREEK = /\p{Script=Greek}/u
const LATIN = /\p{Script=Latin}/u

/**
 * Whether a name can be taken for another one that is written in another script: it mixes Latin, Cyrillic and Greek letters
 * (a Cyrillic а in a Latin name), or all that it has of Cyrillic or Greek looks Latin, so that only a Latin name would be
 * read. No other names are needed for that: of two that look alike in two of these scripts, at most the Latin one passes.
 * Likenesses within a script (l and I) are not its matter, nor those of Cyrillic with Greek.
 */
export function isMistakable(name: string): boolean {
  const letters = [...name.normalize('NFKC')]
  const cyrillic = letters.filter((letter) => CYRILLIC.test(letter))
  const greek = letters.filter((letter) => GREEK.test(letter))
  const scripts = [cyrillic.length > 0, greek.length > 0, letters.some((letter) => LATIN.test(letter))]
  if (scripts.filter(Boolean).length > 1) return true
  return (
    (cyrillic.length > 0 && cyrillic.every((letter) => CYRILLIC_LIKE_LATIN.has(letter))) ||
    (greek.length > 0 && greek.every((letter) => GREEK_LIKE_LATIN.has(letter)))
  )
}
