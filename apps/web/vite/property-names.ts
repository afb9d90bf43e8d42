import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Plugin } from 'vite'

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const PROPERTY = /(?<![\w-])--[a-z][\w-]*/g

/** This script names properties that may be renamed: old-ios-notice.ts renames them there, too. */
const NOTICE = 'show-old-ios-notice.ts'

/**
 * Returns a function that writes the custom properties of styles with short names, such as `--k`: every page inlines hundreds of them.
 * The most used ones are shortest. Those that scripts name keep their names.
 *
 * @param root  the folder with all styles and scripts
 */
export function shortPropertyNames(root: string): (css: string) => string {
  const uses = new Map<string, number>()
  for (const name of namesIn(root, '**/*.css')) uses.set(name, (uses.get(name) ?? 0) + 1)
  const kept = new Set(namesIn(root, '**/*.{ts,tsx}'))
  const renamed = [...uses.keys()]
    .filter((name) => !kept.has(name))
    .toSorted((a, b) => uses.get(b)! - uses.get(a)! || (a < b ? -1 : 1))

  const shortNames = new Map<string, string>()
  let number = 0
  for (const name of renamed) {
    let short: string
    do short = `--${lettersOf(number++)}`
    while (kept.has(short))
    shortNames.set(name, short)
  }
  return (css) => css.replace(PROPERTY, (name) => shortNames.get(name) ?? name)
}

function namesIn(root: string, files: string): string[] {
  const paths = globSync(files, { cwd: root }).filter((path) => !path.endsWith(NOTICE) && !/\.test\.tsx?$/.test(path))
  return paths.flatMap((path) => readFileSync(join(root, path), 'utf8').match(PROPERTY) ?? [])
}

/** One letter for the first 52, two for the others. */
function lettersOf(number: number): string {
  const first = Math.floor(number / LETTERS.length)
  return (first === 0 ? '' : lettersOf(first - 1)) + LETTERS[number % LETTERS.length]!
}

/** In development, properties have the names that they have in the source. */
export function shortProperties(shorten: (css: string) => string): Plugin {
  return {
    name: 'otodana:short-properties',
    enforce: 'pre',
    apply: 'build',
    transform: { filter: { id: /\.css(?:$|\?)/ }, handler: (css) => ({ code: shorten(css), map: null }) },
  }
}
