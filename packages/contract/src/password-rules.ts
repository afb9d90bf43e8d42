import { foldText } from '@otodana/keyword'

export type PasswordWeakness = 'isName' | 'isCommon'

/** Keys as they lie beside each other, and the alphabet: what is typed along them is guessed first. */
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
  '!@#$%^&*()',
]

/** The words that lists of stolen passwords begin with, and what is asked for here. */
const WORDS = new Set(
  `password passwort passwd pass passw0rd secret admin administrator root user guest login welcome hello letmein iloveyou
  loveyou iloveu sunshine princess monkey dragon master shadow football baseball basketball soccer hockey superman batman
  pokemon naruto starwars trustno michael jordan jennifer michelle jessica charlie daniel ashley andrew thomas robert
  matthew joshua george hunter killer ranger buster pepper ginger summer winter spring autumn flower cookie cheese banana
  orange chocolate computer internet samsung google apple whatever freedom default changeme test testing tester temp
  access private liverpool chelsea arsenal mustang ferrari mercedes matrix secure abc qwe asd zxc love angel lovely family
  forever friends jesus blessed money lucky happy music asmr otodana koneko sakura nihon tokyo watashi anata daisuki
  aishiteru himitsu pasuwado nihao woaini aini wanan mima ねこ さくら ひみつ パスワード 密码 我爱你`.split(/\s+/),
)

const SHAPES: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/**
 * What would be guessed first: the account's own name, one of the commonest passwords, or one made like them (one letter
 * again and again, a row of keys, a common word with figures behind it). null where it is none of these.
 */
export function weaknessOf(password: string, name: string): PasswordWeakness | null {
  const plain = fold(password)
  const bare = withoutTail(plain)
  const own = fold(name)
  if (own !== '' && [plain, bare].some((text) => text === own || text === withoutTail(own))) return 'isName'
  return isRepeated(plain) || isAlongRow(plain) || isWord(plain) || isWord(bare) ? 'isCommon' : null
}

function fold(text: string): string {
  return foldText(text).replaceAll(' ', '')
}

/** `sakura2024!` is guessed right after `sakura`. What is nothing but figures stays. */
function withoutTail(text: string): string {
  return text.replace(/[^\p{L}]+$/u, '') || text
}

/** `aaaaa`, `121212`, `abcabc`, whole or begun once more. */
function isRepeated(text: string): boolean {
  const letters = [...text]
  return [1, 2, 3].some(
    (unit) => letters.length >= 2 * unit && letters.every((letter, index) => letter === letters[index % unit]),
  )
}

/** `12345`, `edcba`, `qwert`, also twice. */
function isAlongRow(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return ROWS.some((row) => {
    const round = row + row
    return round.includes(text) || round.includes(backwards)
  })
}

function isWord(text: string): boolean {
  return WORDS.has(text) || WORDS.has(text.replace(/[013457@$!]/g, (sign) => SHAPES[sign] ?? sign))
}
