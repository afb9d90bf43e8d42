/**
 * Words that plain technical English does not use. `WORDS=apps/web/src/features/player npx vitest run tests/words.test.ts`
 * lists the hits below one folder.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { proseOf } from './words/prose.ts'

/** A space in a pattern also matches a line break in a comment. */
const banned = [
  // A pronoun where the sentence needs a noun: "the caller", "no request", "another user".
  /(?:who(?:so)?ever|whomever|(?<!`)nobody|somebody|anybody)/i,
  /(?:[Hh]e|[Hh]is|[Hh]im(?:self)?)(?!-)/,
  // Use "again", "from scratch".
  /anew/i,
  // Say what happens: "receives", "is notified", "calls", "knows".
  /(?:is|are|be|been|being|was|were) told(?! apart)/i,
  /(?:is|are|be|been|being|was|were) looked (?:at|after|up at)/i,
  /(?:what|that|which) stands? there|stands? there/i,
  /(?:goes|go|going|went) along/i,
  /be it (?:a|an|the|one)/i,
  /of old|nought|naught|hither|thither|thereof|whereof/i,
  // Use "ensures", "is available", "because …", "all visitors".
  /sees? to it|(?:is|are|was|were) to be had|for to|everybody/i,
  // Name the owner, or say "the user", "the account".
  /whose it is|whom it is|who it is|none of ours/i,
  // Use "at growing intervals", "searches", "skips", "get rid of".
  /ever longer|ever more rarely|looks? into|passed over|be rid of/i,
].map(
  ({ source, flags }) => new RegExp(String.raw`\b(?:${source.replaceAll(' ', String.raw`[\s*/#]+`)})\b`, `${flags}g`),
)

/** Each banned word in the file, as `file:line word`. */
function hits(file: string, code: string): string[] {
  return proseOf(file, code).flatMap(({ start, text }) =>
    banned.flatMap((pattern) =>
      [...text.matchAll(pattern)].map(({ index, 0: word }) => {
        const line = code.slice(0, start + index).split('\n').length
        return `${file}:${line} ${word.replaceAll(/[\s*/#]+/g, ' ')}`
      }),
    ),
  )
}

const root = fileURLToPath(new URL('..', import.meta.url))
const generated = new Set(['node_modules', 'dist', '.git', 'LICENSE', 'CHANGELOG.md'])

const files = globSync(
  [
    '*.md',
    'apps/web/src/i18n/en/*.json',
    '{apps,packages,bench,e2e,faults,scripts,tests,docs,changes,deploy,.github}/**/*.{ts,tsx,css,sh,sql,md,yml,example}',
  ],
  { cwd: root, exclude: (name) => generated.has(name) },
).map((file) => file.split(sep).join('/'))

test('DEV-06 comments, messages, test titles and docs are in plain English', () => {
  const folder = process.env.WORDS ?? ''
  const checked = files.filter((file) => file.startsWith(folder))
  expect(checked).not.toEqual([])
  expect(checked.flatMap((file) => hits(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a banned word is found in each kind of text, and not in code or data', () => {
  const word = ['no', 'body'].join('')
  expect(hits('a.ts', `const ${word} = 1\n/** is\n * told */\nfail(\`${word} \${x}\`)`)).toEqual([
    'a.ts:2 is told',
    `a.ts:4 ${word}`,
  ])
  expect(hits('a.tsx', `<p title="${word}">\n  Ask ${word}.\n</p>`)).toEqual([`a.tsx:2 ${word}`])
  expect(hits('a.test.ts', `test.each(rows)('${word} waits', () => login('${word} here'))`)).toEqual([
    `a.test.ts:1 ${word}`,
  ])
  expect(hits('apps/web/src/i18n/en/x.json', `{ "${word}": "Ask ${word}." }`)).toHaveLength(1)
  expect(hits('a.css', `.${word} {} /* ${word} */`)).toEqual([`a.css:1 ${word}`])
  expect(hits('a.sh', `echo ${word} # not read\n# ${word}`)).toEqual([`a.sh:2 ${word}`])
  expect(hits('a.md', `Use \`${word}\`,\nnot ${word}.`)).toEqual([`a.md:2 ${word}`])
  expect(hits('a.ts', '// HE-AAC and he-aac are told apart')).toEqual([])
})
