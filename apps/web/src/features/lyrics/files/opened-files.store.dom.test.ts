import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, test, vi } from 'vitest'

const KEY = 'opened-subtitles'
const vtt = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`

/** Returns the module as in a newly loaded page, and its files of a track. */
async function load() {
  vi.resetModules()
  const { openFile, useOpenedFiles } = await import('./opened-files.store.ts')
  return {
    openFile,
    async filesOf(trackHash: string): Promise<string[]> {
      const page = document.createElement('div')
      const root = createRoot(page)
      const Reader = () =>
        useOpenedFiles(trackHash).map(({ id, name, reading }) =>
          createElement('p', { key: id }, `${name}: ${reading.cues?.[0]?.text ?? '–'}`),
        )
      await act(async () => root.render(createElement(Reader)))
      const found = [...page.children].map(({ textContent }) => textContent)
      await act(async () => root.unmount())
      return found
    },
  }
}

beforeEach(() => sessionStorage.clear())

test('LYR-02 a file that the listener opened is there after a reload, for its track, the latest first', async () => {
  const before = await load()
  await before.openFile('1/1', new File([vtt('first')], 'a.vtt'))
  await before.openFile('1/1', new File([new Uint8Array([0xff, 0xfe]), new Uint8Array(0)], 'empty.srt'))
  await before.openFile('1/2', new File([vtt('other')], 'b.vtt'))
  const id = await before.openFile('1/1', new File([vtt('latest')], 'c.vtt'))
  const after = await load()
  expect(await after.filesOf('1/1')).toEqual(['c.vtt: latest', 'a.vtt: first'])
  expect(await after.filesOf('1/2')).toEqual(['b.vtt: other'])
  expect(await after.openFile('1/1', new File([vtt('x')], 'd.vtt'))).not.toBe(id)
})

test('LYR-02 what is kept has an end: the oldest files, and one that is too large alone, last for the page only', async () => {
  const long = (sign: string) => `${vtt(sign)}\nNOTE\n${sign.repeat(600_000)}\n`
  const before = await load()
  await before.openFile('1/1', new File([long('a')], 'a.vtt'))
  await before.openFile('1/1', new File([long('b')], 'b.vtt'))
  expect(await before.filesOf('1/1')).toEqual(['b.vtt: b', 'a.vtt: a'])
  const after = await load()
  expect(await after.filesOf('1/1')).toEqual(['b.vtt: b'])
  await after.openFile('1/1', new File([long('c').repeat(2)], 'c.vtt'))
  expect(sessionStorage.getItem(KEY)!.length).toBeLessThan(1_100_000)
})

test.each(['{', '{}', '[{"id":1}]', 'null'])('LYR-02 stored nonsense %s is no file', async (text) => {
  sessionStorage.setItem(KEY, text)
  expect(await (await load()).filesOf('1/1')).toEqual([])
})
