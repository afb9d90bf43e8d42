import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { withoutSchemas } from '../apps/web/vite/lean-contract.ts'

const contract = fileURLToPath(new URL('../packages/contract/src/', import.meta.url))

test('of a call the browser gets method and path', () => {
  const code = `export const getIt = endpoint({
    method: 'GET',
    path: '/api/it/{id}',
    summary: 'It',
    params: z.object({ id: RecordId }),
    response: It,
  })
`
  expect(withoutSchemas(code, 'it.ts')).toBe(`export const getIt = { method: 'GET', path: '/api/it/{id}' }\n`)
})

test('whatever else is computed may be left out by the bundler; constants and functions stay as they are', () => {
  const code = `const 名前 = z.string().check(z.maxLength(9))
export const MAX = 2_000
export const It = z.object({ name: 名前 })
const fields = { a: choice(['x']) }
export function one(of: string) {
  const first = of.at(0)
  return first
}
`
  expect(withoutSchemas(code, 'it.ts')).toBe(`const 名前 = /* @__PURE__ */ (() => (z.string().check(z.maxLength(9))))()
export const MAX = 2_000
export const It = /* @__PURE__ */ (() => (z.object({ name: 名前 })))()
const fields = /* @__PURE__ */ (() => ({ a: choice(['x']) }))()
export function one(of: string) {
  const first = of.at(0)
  return first
}
`)
})

test('every call of the contract is declared in a way that is understood', () => {
  const sources = readdirSync(contract).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const lean = sources.map((name) => withoutSchemas(readFileSync(contract + name, 'utf8'), name)).join('\n')
  expect(lean).toMatch(/path: '\/api\/works'/)
  expect(lean).not.toMatch(/= endpoint\(|summary: ['"]/)
})
