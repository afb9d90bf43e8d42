import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { findBadFields, findNewerBuiltIns, findNewerStyles, newerBuiltIns } from './browsers.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Code for browsers; `catalogue` and `with-subtitles` are only used by the server. */
const sources = globSync(
  ['apps/web/src/**/*.{ts,tsx}', 'packages/{contract,keyword,subtitles,work-code}/src/**/*.ts'],
  {
    cwd: root,
  },
).filter((path) => !/\.test\.tsx?$|with-subtitles\.ts$|\/test\//.test(path))

test('NAV-11 nothing that browsers are given uses a built-in that the Safari of iOS 15.6 does not have', () => {
  expect(sources.length).toBeGreaterThan(300)
  const found = sources.flatMap((path) =>
    // zod's `union`.
    findNewerBuiltIns(readFileSync(`${root}/${path}`, 'utf8').replaceAll('z.union(', '')).map(
      (name) => `${path}: ${name}`,
    ),
  )
  expect(found).toEqual([])
})

test('NAV-11 no style sheet uses a colour that the Safari of iOS 15.6 would not paint', () => {
  const sheets = globSync('apps/web/src/**/*.css', { cwd: root })
  expect(sheets.length).toBeGreaterThan(50)
  for (const path of sheets) {
    const css = readFileSync(`${root}/${path}`, 'utf8')
    // light-dark() is compiled by the build, which checks again.
    expect(
      findNewerStyles(css).filter((style) => !style.includes('light-dark')),
      path,
    ).toEqual([])
  }
})

test.each(newerBuiltIns.filter(({ name }) => name !== 'size'))(
  '$on.$name is found where it is used',
  ({ on, name }) => {
    const use = on.endsWith('.prototype') ? `x.${name}(1)` : `${on}.${name}(1)`
    expect(findNewerBuiltIns(use).join()).toContain(`${on}.${name}`)
    expect(findNewerBuiltIns(`x.${name}?.(1)`)).toEqual([])
  },
)

test('fields of classes with parentheses in their values, and colours mixed by the browser, are found', () => {
  expect(findBadFields('class A { a = b[(0)]; #c = new Set; static d = () => 1; e = [] }')).toEqual([
    'b[(0)]',
    '() => 1',
  ])
  expect(findNewerStyles('a{color:color-mix(in srgb,var(--a) 9%,red)}b{--c:light-dark(red,blue)}')).toHaveLength(2)
  expect(findNewerStyles('a{border-radius:1px;color:var(--lightningcss-light,red)}')).toEqual([])
})
