import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { aZip, bytesOf, type ZipFile } from '#test/a-zip.ts'
import { LocalSubtitleError } from '../../problems.ts'
import { bytesSource } from './byte-source.ts'
import { readDirectory } from './directory.ts'
import { unpackBlock } from './unpack.ts'

const directoryOf = (bytes: Uint8Array<ArrayBuffer>) => readDirectory(bytesSource(bytes), '')
const kindOf = (error: unknown) => (error instanceof LocalSubtitleError ? error.problem.kind : error)

async function contentsOf(bytes: Uint8Array<ArrayBuffer>): Promise<Record<string, string>> {
  const entries = await directoryOf(bytes)
  const unpacked = unpackBlock({ bytes, start: 0, entries })
  return Object.fromEntries(
    entries.map(({ name }, index) => {
      const one = unpacked[index]!
      return [name, 'reason' in one ? `(${one.reason})` : new TextDecoder().decode(one.content)]
    }),
  )
}

const aFile = fc.record({
  name: fc.stringMatching(/^[a-z音]{1,12}\.srt$/),
  content: fc.uint8Array({ maxLength: 300 }),
  isDeflated: fc.boolean(),
  isZip64: fc.boolean(),
  isUtf8: fc.constant(true),
})
const files = fc.uniqueArray(aFile, { maxLength: 6, selector: ({ name }) => name })

describe('readDirectory', () => {
  test('LSB-01 any archive gives back what was put into it, in 32 bits or 64, with something before it and a comment', async () => {
    const options = fc.record({
      before: fc.uint8Array({ maxLength: 40 }),
      comment: fc.string({ maxLength: 20 }),
      isZip64: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(files, options, async (some, how) => {
        const entries = await directoryOf(aZip(some, how))
        const bytes = aZip(some, how)
        const unpacked = unpackBlock({ bytes, start: 0, entries })
        expect(entries.map(({ name }) => name)).toEqual(some.map(({ name }) => name))
        expect(unpacked.map((one) => 'content' in one && [...one.content])).toEqual(
          some.map(({ content }) => [...content]),
        )
      }),
    )
  })

  test('LSB-01 what is no zip archive is said to be none, whatever its bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
        expect(await directoryOf(bytes).catch(kindOf)).toBe('notZip')
      }),
    )
    expect(await directoryOf(bytesOf('Rar!\x1a\x07\x01\x00').slice()).catch(kindOf)).toBe('notZip')
  })

  test('LSB-01 an archive with any byte changed is read or refused, and never harmful', async () => {
    const bytes = aZip([
      { name: 'RJ123456/01.srt', content: 'one' },
      { name: 'RJ123456/02.srt', content: 'two'.repeat(50), isDeflated: true, isZip64: true },
    ])
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const changed = bytes.slice()
        changed[at] = value
        const found = await contentsOf(changed).catch(kindOf)
        if (typeof found === 'string') expect(['notZip', 'broken']).toContain(found)
        for (const content of typeof found === 'string' ? [] : Object.values(found as Record<string, string>)) {
          expect(['one', 'two'.repeat(50), '(broken)', '(encrypted)', '(unsupported)', '(tooLarge)']).toContain(content)
        }
      }),
    )
  })

  test('LSB-01 a cut archive is said to be damaged', async () => {
    const bytes = aZip([{ name: '01.srt', content: 'one' }])
    for (let length = 0; length < bytes.length; length++) {
      expect(await directoryOf(bytes.slice(0, length)).catch(kindOf)).toBe(length < 4 ? 'notZip' : 'broken')
    }
  })

  test('LSB-01 an end that stands in a comment is not the end', async () => {
    const fake = new Uint8Array(22)
    fake.set([0x50, 0x4b, 5, 6])
    const comment = String.fromCharCode(...fake)
    expect(await contentsOf(aZip([{ name: '01.srt', content: 'one' }], { comment: `${comment}tail` }))).toEqual({
      '01.srt': 'one',
    })
  })

  test('LSB-01 more files than 16 bits count are all read', async () => {
    const many: ZipFile[] = Array.from({ length: 66_000 }, (_, index) => ({ name: `${index}.srt` }))
    expect(await directoryOf(aZip(many))).toHaveLength(66_000)
  })
})

describe('names', () => {
  // 音声 01.srt, as written by Windows in Japan and in China.
  const shiftJis = new Uint8Array([0x89, 0xb9, 0x90, 0xba, ...bytesOf(' 01.srt')])
  const japanese = [
    shiftJis,
    // 雨の夜の囁き.srt
    new Uint8Array([0x89, 0x4a, 0x82, 0xcc, 0x96, 0xe9, 0x82, 0xcc, 0x9a, 0x91, 0x82, 0xab, ...bytesOf('.srt')]),
  ]
  // 雨夜的耳语.srt, 中文字幕.srt
  const chinese = [
    new Uint8Array([0xd3, 0xea, 0xd2, 0xb9, 0xb5, 0xc4, 0xb6, 0xfa, 0xd3, 0xef, ...bytesOf('.srt')]),
    new Uint8Array([0xd6, 0xd0, 0xce, 0xc4, 0xd7, 0xd6, 0xc4, 0xbb, ...bytesOf('.srt')]),
  ]
  const namesOf = async (some: ZipFile[]) => (await directoryOf(aZip(some))).map(({ name }) => name)

  test('LSB-01 names in Shift-JIS and in GBK are read, as all names of their archive say', async () => {
    expect(await namesOf(japanese.map((name) => ({ name })))).toEqual(['音声 01.srt', '雨の夜の囁き.srt'])
    expect(await namesOf(chinese.map((name) => ({ name })))).toEqual(['雨夜的耳语.srt', '中文字幕.srt'])
  })

  test('LSB-01 names in UTF-8 are read, whether or not the archive says so, also beside others', async () => {
    const said = { name: '字幕/é.srt', isUtf8: true }
    expect(await namesOf([said, { name: '字幕/音.srt' }, { name: shiftJis }])).toEqual([
      said.name,
      '字幕/音.srt',
      '音声 01.srt',
    ])
  })

  test('LSB-01 a name in UTF-8 beside the other one counts, unless the file was renamed since', async () => {
    const name = bytesOf('???.srt')
    expect(await namesOf([{ name, unicodeName: '夜.srt' }])).toEqual(['夜.srt'])
    expect(await namesOf([{ name, unicodeName: '夜.srt', unicodeNameOf: bytesOf('old') }])).toEqual(['???.srt'])
  })

  test('LSB-01 names of western DOS are read', async () => {
    expect(await namesOf([{ name: new Uint8Array([0x63, 0x61, 0x66, 0x82, ...bytesOf('.srt')]) }])).toEqual([
      'café.srt',
    ])
  })
})

describe('unpackBlock', () => {
  test('LSB-01 each file that cannot be had says why, and the others are had', async () => {
    const content = 'a line\n'.repeat(40)
    const found = await contentsOf(
      aZip([
        { name: 'good', content, isDeflated: true },
        { name: 'encrypted', content, isEncrypted: true },
        { name: 'lzma', content, method: 14 },
        { name: 'wrong sum', content, crc: 1 },
        { name: 'longer than it says', content, isDeflated: true, sizeBytes: 10 },
        { name: 'shorter than it says', content, isDeflated: true, sizeBytes: 1_000 },
        { name: 'much too long', content, sizeBytes: 5_000_000 },
        { name: 'empty' },
        { name: 'another', content: 'x' },
      ]),
    )
    expect(found).toEqual({
      good: content,
      encrypted: '(encrypted)',
      lzma: '(unsupported)',
      'wrong sum': '(broken)',
      'longer than it says': '(broken)',
      'shorter than it says': '(broken)',
      'much too long': '(tooLarge)',
      empty: '',
      another: 'x',
    })
  })

  test('LSB-01 files that share bytes, as in archives that unpack to anything, are had once', async () => {
    const content = 'shared'
    const found = await contentsOf(
      aZip([
        { name: 'a', content },
        { name: 'b', content, sameAs: 0 },
        { name: 'c', content, sameAs: 0 },
      ]),
    )
    expect(Object.values(found).filter((text) => text === content)).toHaveLength(1)
    expect(Object.values(found).filter((text) => text === '(broken)')).toHaveLength(2)
  })
})
