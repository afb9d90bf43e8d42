import { expect, test } from 'vitest'

import { Extended, readFormat, render, Shared } from './answer.ts'
import { SubsonicError } from './subsonic-error.ts'

const xml = (result: Parameters<typeof render>[0]) => render(result, { kind: 'xml' }).split('\n')[1]

test('SUBS-01 values are attributes, objects and lists are elements, and value is text', () => {
  const album = { id: 'w1', name: 'A & "B" <雨>\n', year: undefined, song: [{ id: 's1' }, { id: 's2' }], genre: [] }
  expect(xml({ album })).toMatch(
    /^<subsonic-response xmlns="http:\/\/subsonic\.org\/restapi" status="ok" type="otodana" version="1\.16\.1" serverVersion="[^"]+" openSubsonic="true"><album id="w1" name="A &amp; &quot;B&quot; &lt;雨&gt;&#10;"><song id="s1"\/><song id="s2"\/><\/album><\/subsonic-response>$/,
  )
  expect(xml({ line: [{ start: 5, value: '雨 <' }], versions: [1, 2] })).toContain(
    '<line start="5">雨 &lt;</line><versions>1</versions><versions>2</versions>',
  )
  expect(xml({ album: { name: 'a\0b\u001f\ufffe\ud800c' } })).toContain('name="ab\ufffdc"')
})

test('SUBS-01 JSON has the same under one name, without nulls', () => {
  const text = render({ album: { id: 'w1', year: undefined } }, { kind: 'json' })
  expect(JSON.parse(text)).toMatchObject({
    'subsonic-response': { status: 'ok', version: '1.16.1', openSubsonic: true, album: { id: 'w1' } },
  })
  expect(text).not.toContain('null')
})

test('SUBS-01 what elements share is in each of them, wherever their list is', () => {
  const shared = new Shared({ album: 'A "<&', artists: [{ id: 'c1' }], year: undefined })
  const nothing = new Shared({ year: undefined })
  const song = [
    new Extended({ id: 's1', starred: undefined }, shared),
    new Extended({ id: 's2' }, shared),
    new Extended({}, shared),
    new Extended({ id: 's4' }, nothing),
    new Extended({}, nothing),
  ]
  const plain = [
    { id: 's1', album: 'A "<&', artists: [{ id: 'c1' }] },
    { id: 's2', album: 'A "<&', artists: [{ id: 'c1' }] },
    { album: 'A "<&', artists: [{ id: 'c1' }] },
    { id: 's4' },
    {},
  ]
  for (const [made, same] of [
    [{ searchResult3: { album: [], song } }, { searchResult3: { album: [], song: plain } }],
    [{ list: [{ song }] }, { list: [{ song: plain }] }],
  ] as const) {
    expect(JSON.parse(render(made, { kind: 'json' }))).toEqual(JSON.parse(render(same, { kind: 'json' })))
    expect(xml(made)).toBe(xml(same))
  }
})

test('SUBS-01 an error has its code and a sentence', () => {
  const error = new SubsonicError('notFound', 'There is no such album.')
  expect(JSON.parse(render(error, { kind: 'json' }))).toMatchObject({
    'subsonic-response': { status: 'failed', error: { code: 70, message: 'There is no such album.' } },
  })
  expect(xml(error)).toContain('status="failed"')
})

test('SUBS-01 a callback is the name of a function, and nothing else', () => {
  expect(render({}, readFormat('jsonp', 'app.on$answer'))).toMatch(/^\/\*\*\/app\.on\$answer\(\{.*\}\);$/)
  for (const callback of ['', 'a(b', 'a;b', '</script>', 'a b', 'x'.repeat(200)]) {
    expect(() => readFormat('jsonp', callback === '' ? null : callback)).toThrow(SubsonicError)
  }
  expect(readFormat(null, null)).toEqual({ kind: 'xml' })
  expect(readFormat('yaml', null)).toEqual({ kind: 'xml' })
})
