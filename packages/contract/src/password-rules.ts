import { foldText } from '@otodana/keyword'

export type PasswordWeakness = 'isName' | 'isCommon'

/** Sentences for clients of the API; the web app has them in three languages. */
export const weaknessMessages: Record<PasswordWeakness, string> = {
  isName: 'The password must not be your name or close to it.',
  isCommon: 'This password is easy to guess. Choose a less common one.',
}

/** Rows of keys, and the alphabet: sequences along them are guessed first. */
const ROWS = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  'qazwsxedcrfvtgbyhnujm',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
  '147258369',
  '741852963',
  '159753',
  '159357',
  '!@#$%^&*()',
].flatMap((row) => [row + row, backwards(row + row)])

const COUNTED = '1234567891011121314151617181920'

/** Minimum length of a sequence; words contain shorter ones by chance. */
const MIN_PIECE = 3
/** A password that consists of sequences and at most this many other characters is weak: `a123456`. */
const MAX_BESIDE_SEQUENCES = 2
/** A password that consists of the account's name and at most this many other characters is weak. */
const MAX_BESIDE_NAME = 3

/** The words at the top of lists of stolen passwords, and words of this site's subject. */
const WORDS = new Set(
  `password passwort passwd pass passw0rd secret admin administrator root user guest login welcome hello letmein iloveyou
  loveyou iloveu sunshine princess monkey dragon master shadow football baseball basketball soccer hockey superman batman
  pokemon naruto starwars trustno michael jordan jennifer michelle jessica charlie daniel ashley andrew thomas robert
  matthew joshua george hunter killer ranger buster pepper ginger summer winter spring autumn flower cookie cheese banana
  orange chocolate computer internet samsung google apple whatever freedom default changeme test testing tester temp
  access private liverpool chelsea arsenal mustang ferrari mercedes matrix secure abc qwe asd zxc love angel lovely family
  forever friends jesus blessed money lucky happy music asmr otodana koneko sakura nihon tokyo watashi anata daisuki
  aishiteru himitsu pasuwado nihao woaini aini wanan mima ねこ さくら ひみつ パスワード 密码 我爱你 5201314 1314520 woaiwojia
  arigatou ohayo konnichiwa doraemon totoro pikachu ありがとう こんにちは あいしてる だいすき 你好 ninja donald bailey nicole
  hannah tigger purple silver babygirl anthony amanda taylor jasmine justin brandon william joseph alexander maggie jackson
  blink nothing trustme fuckyou asshole biteme dallas yankees eagles power helloworld myspace facebook linkedin minecraft
  roblox fortnite diamond snoopy cowboys player gamer hacker qwertyui system server`.split(/\s+/),
)

const SHAPES: Record<string, string> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * Returns why a password would be guessed first; null if it would not. Ignores case, width and spaces.
 *
 * - `isName`: the account's name, also backwards, with up to three characters before and after it, or with any digits
 *   and symbols there.
 * - `isCommon`: a common word, also backwards, doubled or with digits and symbols before and after it; one to three
 *   repeated characters; or sequences with at most two other characters (`qwerty123`, `a123456`).
 */
export function weaknessOf(password: string, name: string): PasswordWeakness | null {
  const plain = fold(password)
  const own = fold(name)
  if (own !== '' && [own, backwards(own)].some((text) => isAround(plain, text))) return 'isName'
  const isCommon = isRepeated(plain) || isSequences(plain) || cores(plain).some(isWord)
  return isCommon ? 'isCommon' : null
}

function fold(text: string): string {
  return foldText(text).replaceAll(' ', '')
}

function backwards(text: string): string {
  return [...text].reverse().join('')
}

const withoutHead = (text: string) => text.replace(/^[^\p{L}]+/u, '')
// A pattern anchored at the end would start at every symbol of a long run.
const withoutTail = (text: string) => backwards(withoutHead(backwards(text)))

/**
 * Returns a password without the digits and symbols around it, because `sakura2024!` and `1sakura` are guessed right
 * after `sakura`. Digits at the ends may also stand for letters.
 */
function cores(text: string): string[] {
  return [text, withoutHead(text), withoutTail(text), withoutHead(withoutTail(text))].filter((core) => core !== '')
}

function isAround(text: string, own: string): boolean {
  const stem = withoutTail(own)
  if (cores(text).some((core) => core === own || core === stem)) return true
  const letters = [...text]
  const { length } = [...own]
  return Array.from({ length: MAX_BESIDE_NAME + 1 }, (_, start) => start).some(
    (start) =>
      letters.length - start - length <= MAX_BESIDE_NAME && letters.slice(start, start + length).join('') === own,
  )
}

/** `aaaaa`, `121212`, `abcabc`; the last repetition may be incomplete. */
function isRepeated(text: string): boolean {
  const letters = [...text]
  return [1, 2, 3].some(
    (unit) => letters.length >= 2 * unit && letters.every((letter, index) => letter === letters[index % unit]),
  )
}

/** `12345`, `edcba`, `qwerty123`, `112233`, `asdf!`. */
function isSequences(text: string): boolean {
  return COUNTED.startsWith(text) || isMadeOfPieces(text) || isMadeOfPieces(text.replace(/(.)\1+/gu, '$1'))
}

function isMadeOfPieces(text: string): boolean {
  let others = 0
  for (let at = 0; at < text.length;) {
    const length = pieceAt(text, at)
    if (length < MIN_PIECE) others++
    if (others > MAX_BESIDE_SEQUENCES) return false
    at += length < MIN_PIECE ? 1 : length
  }
  return text.length >= MIN_PIECE * others && text.length > others
}

/** Returns how many characters from here on follow a row, or repeat. */
function pieceAt(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && text[end] === text[at]) end++
  if (end - at >= MIN_PIECE) return end - at
  end = at + 1
  while (end < text.length && ROWS.some((row) => row.includes(text.slice(at, end + 1)))) end++
  return end - at
}

function isWord(text: string): boolean {
  return [text, inLetters(text, 'l'), inLetters(text, 'i')].some((word) => {
    const half = word.slice(0, word.length / 2)
    return [word, backwards(word), half + half === word ? half : ''].some((one) => WORDS.has(one))
  })
}

/** @param one  what `1` stands for */
function inLetters(text: string, one: string): string {
  return text.replace(/[013457@$!]/g, (sign) => SHAPES[sign] ?? one)
}
