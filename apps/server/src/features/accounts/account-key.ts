import { foldText } from '@otodana/keyword'

/** The name under which two accounts are the same: case, width and white space do not tell people apart. */
export function accountKey(name: string): string {
  return foldText(name.toWellFormed().replaceAll('\0', ' '))
}

/** Small letters of other scripts that most fonts draw like a Latin one. */
const SMALL_LIKE_LATIN = new Set('асеорхуѕіјһӏԁԛԝѵүον')
/** Capitals are much more alike: so are most of those that names begin with. */
const CAPITAL_LIKE_LATIN = new Set('АВЕЅІЈКМНОРСТХУҮѴԌԚԜӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧ')
/** Scripts with letters that are drawn like one another's. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Coptic}/u,
]
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u

/**
 * Whether a name can be taken for another one that is written in another script: it mixes scripts with letters that look
 * alike (a Cyrillic а in a Latin name), or all that it has of Cyrillic or Greek is small letters that look Latin, or
 * capitals that do, so that only a Latin name would be read. A name of capital and small letters is let through, be they
 * all alike (Сара): too many of everyday are. Likenesses within a script (l and I) are not its matter, nor those between
 * two names of other scripts than Latin.
 */
export function isMistakable(name: string): boolean {
  const letters = [...name.normalize('NFKC')]
  if (ALIKE.filter((script) => letters.some((letter) => script.test(letter))).length > 1) return true
  const foreign = letters.filter((letter) => CYRILLIC_OR_GREEK.test(letter))
  return (
    foreign.length > 0 &&
    [SMALL_LIKE_LATIN, CAPITAL_LIKE_LATIN].some((alike) => foreign.every((letter) => alike.has(letter)))
  )
}
