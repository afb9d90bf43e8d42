import unhomoglyph from 'unhomoglyph'

import { accountKey } from './account-key.ts'

/** Unicode lists them as not confusable with anything; next to each other they read as capitals. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ'
const SMALL_LETTERS = 'abcdefghijklmnopqrstuvwyz'
const lettersOfSmallCapitals = new Map(Array.from(SMALL_CAPITALS, (capital, at) => [capital, SMALL_LETTERS[at] ?? '']))

/** Scripts with letters that look like those of another script. */
const ALIKE = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Lisu}/u,
  /\p{Script=Coptic}/u,
]

/** Accents of letters, but not the marks of kana and other scripts. */
const ACCENTS = /[\u0300-\u036f]+/g

/** Whether a name mixes scripts with letters that look alike, such as a Cyrillic а in a Latin name. */
export function mixesScripts(name: string): boolean {
  const letters = [...name.normalize('NFKC')]
  return ALIKE.filter((script) => letters.some((letter) => script.test(letter))).length > 1
}

/**
 * Returns keys that names of the same look share, by Unicode's list of confusable characters (UTS 39): `admın`,
 * `ᴀᴅᴍɪɴ`, `ádmin` and `аdmin` are equal. The name as typed may resemble others than its lower-case form does (I and
 * l).
 */
function lookAlikeKeys(name: string): string[] {
  return [...new Set([skeleton(accountKey(name)), skeleton(name)])]
}

/** The same, but also for names that may be read in capitals. */
function lookAlikeKeysOfOfficial(name: string): string[] {
  return [...lookAlikeKeys(name), skeleton(name.toUpperCase())]
}

/** @returns a function that tests whether another name looks like it */
export function looksLike(name: string): (other: string) => boolean {
  const own = new Set(lookAlikeKeys(name))
  return (other) => lookAlikeKeys(other).some((key) => own.has(key))
}

export function looksLikeOfficial(name: string, officials: Iterable<string>): boolean {
  const own = new Set(lookAlikeKeys(name))
  return [...officials].some((official) => lookAlikeKeysOfOfficial(official).some((key) => own.has(key)))
}

function skeleton(text: string): string {
  const letters = unhomoglyph(withoutAccents(text).replace(/./gsu, asLetter))
  // Mapped characters may be mapped again in lower case, and may contain accents: ø is an o with a stroke.
  return withoutAccents(unhomoglyph(withoutAccents(letters).toLowerCase()))
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(ACCENTS, '').normalize('NFC')
}

function asLetter(character: string): string {
  return lettersOfSmallCapitals.get(character) ?? character
}
