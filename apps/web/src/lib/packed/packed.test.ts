import fc from 'fast-check'
import { expect, test } from 'vitest'

import { pack, type Packable } from './pack.ts'
import { unpack } from './unpack.ts'

test('NAV-38 packed data are read as they were', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      // JSON knows one zero.
      expect(unpack(pack(data as Packable))).toEqual(JSON.parse(JSON.stringify(data)))
    }),
  )
})

test('NAV-38 equal values and keys are written once', () => {
  const circle = { id: 5, name: 'あまおと工房' }
  const works = Array.from({ length: 20 }, (_, id) => ({ id, title: `作品 ${id}`, circle: { ...circle }, tags: [] }))
  const packed = pack({ works })
  expect(packed.match(/あまおと工房/g)).toHaveLength(1)
  expect(packed.match(/title/g)).toHaveLength(1)
  expect(packed.length).toBeLessThan(JSON.stringify({ works }).length / 2)
  expect(unpack(packed)).toEqual({ works })
})

test('NAV-38 equal texts are written once, and a text is no number', () => {
  const title = '雨音と夜更かし、そして朝まで'
  const data = { shelf: [{ title }], list: [{ title }], mixed: ['1', 1, 'null', null, true, 'true', ':0:', []] }
  expect(pack(data).match(/雨音/g)).toHaveLength(1)
  expect(unpack(pack(data))).toEqual(data)
})

test('NAV-38 a property that is undefined is left out, and a key may have any name', () => {
  expect(unpack(pack({ a: undefined, b: null }))).toStrictEqual({ b: null })
  const data = JSON.parse('{"__proto__": {"a": 1}, "constructor": 2}') as Packable
  expect(Object.keys(unpack(pack(data)) as object)).toEqual(['__proto__', 'constructor'])
})

test('NAV-38 the id of a work in its addresses is written once', () => {
  const works = [1_000_001, 1_000_002, 101_000_007].map((id) => ({
    id,
    cover: `https://shelf.example/api/cover/${id}.jpg?type=main`,
    shop: `https://works.example/RJ0${id}`,
    circle: { id: 'a1eced27-bb6c-54e4', address: 'https://shelf.example/a1eced27-bb6c-54e4', name: 'a1eced27-bb6c' },
    of: `https://shelf.example/${id}/${id}`,
    odd: [`https://shelf.example/${id}`, `https://shelf.example/{id}/${id}`],
    odder: `https://shelf.example/{id}/${id}`,
  }))
  const packed = pack({ works })
  expect(unpack(packed)).toEqual({ works })
  expect(packed.match(/\/api\/cover\//g)).toHaveLength(1)
})

test('NAV-38 an id may be any value, and in any text', () => {
  const id = fc.oneof(
    fc.integer(),
    fc.string({ unit: fc.constantFrom('$', '&', '{id}', 'a', "'", '"', '1'), minLength: 5 }),
  )
  const texts = fc.array(fc.string({ unit: fc.constantFrom('{id}', '"', "'", '\\', '$&', 'abc') }))
  fc.assert(
    fc.property(id, texts, (own, parts) => {
      const work = { id: own, text: `${parts.join('')}${own}${parts.join('')}`, more: parts.join(String(own)) }
      const data = [work, { inner: work, id: 'other-id-1', text: 'in other-id-1 and more' }, work]
      expect(unpack(pack(data))).toEqual(data)
    }),
  )
})

test('NAV-38 the packed text has few double quotes, which the page would write as two characters', () => {
  const packed = pack({ title: "It's raining", tags: ['rain', 'sleep', 'he said "yes"'] })
  expect(packed.match(/"/g)).toHaveLength(1)
})

test('an id that JSON cannot write takes no part in texts', () => {
  const text = 'up to Infinity, and NaN'
  for (const id of [Infinity, NaN]) expect(unpack(pack({ id, text }))).toEqual({ id: null, text })
})
