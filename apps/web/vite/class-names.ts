import { globSync } from 'node:fs'
import { relative, sep } from 'node:path'

/** Without A: ad blockers hide `ad1` and its like. */
const LETTERS = 'bcdefghijklmnopqrstuvwxyzBCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Names classes of style modules by the number of their sheet and their number in it, such as `cG3`: a page has hundreds of them, and the
 * default names are four times as long. The builds for the browser and for the server give the same names.
 *
 * @param root  the folder with all style modules
 */
export function shortClassNames(root: string): (name: string, file: string) => string {
  const sheets = globSync('**/*.module.css', { cwd: root }).map((path) => path.split(sep).join('/'))
  const sheetNumbers = new Map(sheets.toSorted().map((path, at) => [path, at]))
  const namesOf = new Map<string, Map<string, string>>()

  return (name, file) => {
    // Vite adds a query to some.
    const path = relative(root, file.replace(/\?.*$/, '')).split(sep).join('/')
    const sheet = sheetNumbers.get(path)
    if (sheet === undefined) throw new Error(`${path} is not a style module in ${root}`)
    const names = namesOf.get(path) ?? new Map<string, string>()
    namesOf.set(path, names)
    const short = names.get(name) ?? `${lettersOf(sheet)}${names.size}`
    names.set(name, short)
    return short
  }
}

/** Two letters for up to 2,500 sheets. */
function lettersOf(number: number): string {
  const [first, second] = [LETTERS[Math.floor(number / LETTERS.length)], LETTERS[number % LETTERS.length]]
  if (first === undefined || second === undefined) throw new Error(`There are more than ${LETTERS.length ** 2} sheets`)
  return first + second
}
