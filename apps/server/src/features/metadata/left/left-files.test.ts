import { findWorkCode } from '@otodana/work-code'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { resolveMetadata } from '../resolve.ts'
import { type LeftFiles, readLeftFiles } from './left-files.ts'

const code = findWorkCode('RJ01234567')!

function read(files: Record<string, string | Uint8Array>, name = code.code): Promise<LeftFiles> {
  const bytesOf = (path: string) => Buffer.from(files[path] ?? '')
  return readLeftFiles({ name, code }, Object.keys(files).sort(), (path, length) => bytesOf(path).subarray(0, length))
}
const metadataOf = async (files: Record<string, string | Uint8Array>) => (await read(files)).metadata
const json = (value: unknown) => ({ 'info.json': JSON.stringify(value) })
const nothing = { metadata: null, problems: [] }

describe('META-30 info.json and metadata.json', () => {
  test('a catalogue’s answer, where the circle’s name stands beside the title', async () => {
    const work = {
      id: 1_234_567,
      source_id: 'RJ01234567',
      title: '雨やどりの図書室',
      circle_id: 7,
      name: '月影工房',
      circle: { id: 7, name: '月影工房' },
      vas: [{ id: 'x', name: '風見はるか' }, { name: '白石ゆき' }],
      tags: [{ id: 1, name: '雨', i18n: { 'en-us': { name: 'Rain' }, 'zh-cn': { name: '雨声' } } }, { name: 'ASMR' }],
      release: '2026-09-01',
      age_category_string: 'general',
      nsfw: false,
      price: 1320,
      source_url: 'https://example.org/RJ01234567',
    }
    expect(await metadataOf(json(work))).toEqual({
      title: '雨やどりの図書室',
      circle: { name: '月影工房' },
      voice_actors: ['風見はるか', '白石ゆき'],
      tags: [{ name: '雨', en: 'Rain', zh: '雨声' }],
      release: '2026-09-01',
      age: 'general',
      price: 1320,
      source_url: 'https://example.org/RJ01234567',
    })
    const { circle: _, ...flat } = work
    expect((await metadataOf(json(flat)))?.circle).toEqual({ name: '月影工房' })
  })

  test('a store’s answer: a list of one', async () => {
    const product = {
      workno: 'RJ01234567',
      work_name: '雨やどりの図書室',
      maker_name: '月影工房',
      maker_id: 'RG00001',
      regist_date: '2026-09-01 00:00:00',
      age_category: 2,
      genres: [{ id: 1, name: '雨音' }, { name: '癒し' }],
      creaters: { voice_by: [{ name: '風見はるか' }], scenario_by: [{ name: '作者' }], music_by: [] },
      title_id: 'SRI0000001',
      title_name: '図書室シリーズ',
      intro_s: '雨の日だけ開く図書室。<br>本と雨音の一日。',
    }
    expect(await metadataOf(json([product]))).toEqual({
      title: '雨やどりの図書室',
      circle: { name: '月影工房', code: 'RG00001' },
      voice_actors: ['風見はるか'],
      staff: { scenario: ['作者'] },
      series: { name: '図書室シリーズ', code: 'SRI0000001' },
      tags: [{ name: '雨音' }, { name: '癒し' }],
      release: '2026-09-01',
      age: 'r15',
      description: '雨の日だけ開く図書室。\n本と雨音の一日。',
    })
    expect((await metadataOf(json({ ...product, creaters: [] })))?.voice_actors).toBeUndefined()
  })

  test('an audiobook program’s file', async () => {
    const book = {
      title: 'Rain on the Roof',
      authors: ['Blue Lantern'],
      narrators: ['Aki Mori'],
      publishedYear: '2026',
      publishedDate: null,
      genres: ['Audiobook', 'Calm'],
      language: 'en-GB',
      description: 'One evening.',
    }
    expect(await metadataOf({ 'metadata.json': JSON.stringify(book) })).toEqual({
      title: 'Rain on the Roof',
      circle: { name: 'Blue Lantern' },
      voice_actors: ['Aki Mori'],
      tags: [{ name: 'Calm' }],
      language: 'ENG',
      description: 'One evening.',
    })
  })

  test.each([
    [['Rainy Days #2', 'Other'], { name: 'Rainy Days', number: 2 }],
    [[{ id: 'x', name: 'Rainy Days', sequence: '1.5' }], { name: 'Rainy Days', number: 1.5 }],
    [{ name: 'Rainy Days', sequence: 'last' }, { name: 'Rainy Days' }],
    ['Rainy Days', { name: 'Rainy Days' }],
    [[], undefined],
    [[' '], undefined],
    [['x'.repeat(300)], undefined],
  ])('SER-05 an audiobook program’s series: %j', async (series, read) => {
    expect((await metadataOf(json({ title: 'Rain', series })))?.series).toEqual(read)
  })

  test.each([
    ['settings of a program', { version: 3, name: 'player' }],
    ['a list', [1, 2, 3]],
    ['another work’s', { source_id: 'RJ09999999', title: 'Other' }],
    ['no object', 5],
    ['values of other types', { title: 5, circle: [], tags: 'x'.repeat(60), release: {} }],
  ])('%s says nothing and is no problem', async (_, content) => {
    expect(await read(json(content))).toEqual(nothing)
  })

  test('META-33 a value that cannot be takes nothing from the others', async () => {
    const content = { title: 'Rain', circle: 'x'.repeat(300), price: -1, release: '2026-02-30', source_url: 'file:/x' }
    expect(await metadataOf(json(content))).toEqual({ title: 'Rain' })
    const title = `\u202e[RJ01234567] Rain\u0000 ${'x'.repeat(600)}`
    expect((await metadataOf(json({ title })))?.title).toMatch(/^Rain x+$/)
  })
})

describe('META-31 .nfo and .opf', () => {
  test('an .nfo of a media centre', async () => {
    const nfo = `<?xml version="1.0" encoding="UTF-8"?>
      <album><title>雨やどりの図書室 &amp; 雪</title><studio>月影工房</studio>
      <actor><name>風見はるか</name><role>司書</role></actor><actor><name>白石ゆき</name></actor>
      <tag>雨音</tag><genre>ASMR</genre><genre>癒し</genre><premiered>2026-09-01</premiered><year>2025</year>
      <plot><![CDATA[雨の日だけ開く図書室。]]></plot><thumb/></album>`
    expect(await metadataOf({ 'RJ01234567.nfo': nfo })).toEqual({
      title: '雨やどりの図書室 & 雪',
      circle: { name: '月影工房' },
      voice_actors: ['風見はるか', '白石ゆき'],
      tags: [{ name: '雨音' }, { name: '癒し' }],
      release: '2026-09-01',
      description: '雨の日だけ開く図書室。',
    })
  })

  test('an .opf with Dublin Core in any namespace', async () => {
    const opf = `<?xml version='1.0'?><package xmlns="http://www.idpf.org/2007/opf" xmlns:opf="http://www.idpf.org/2007/opf">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Rain on the Roof</dc:title>
      <dc:creator opf:role="aut">Blue Lantern</dc:creator><dc:creator opf:role="nrt">Aki Mori</dc:creator>
      <dc:date>2026-09-01T00:00:00+00:00</dc:date><dc:subject>Calm</dc:subject><dc:language>ja</dc:language>
      <dc:description>&lt;p&gt;One evening.&lt;/p&gt;&lt;p&gt;And rain.&lt;/p&gt;</dc:description></metadata></package>`
    expect(await metadataOf({ 'metadata.opf': opf })).toEqual({
      title: 'Rain on the Roof',
      circle: { name: 'Blue Lantern' },
      voice_actors: ['Aki Mori'],
      tags: [{ name: 'Calm' }],
      release: '2026-09-01',
      language: 'JPN',
      description: 'One evening.\nAnd rain.',
    })
    const undated = opf.replace('2026-09-01T00:00:00', '0101-01-01T00:00:00')
    expect((await metadataOf({ 'a.opf': undated }))?.release).toBeUndefined()
  })

  test('META-73 staff and series of an .nfo, and of an .opf of either version', async () => {
    const nfo = `<movie><title>Rain</title><credits>文月いと</credits><credits>Aki</credits><composer>音羽</composer>
      <director>岸辺</director><set><name>Rain stories</name><overview>x</overview></set></movie>`
    expect(await metadataOf({ 'a.nfo': nfo })).toMatchObject({
      staff: { scenario: ['文月いと', 'Aki'], music: ['音羽'], other: ['岸辺'] },
      series: { name: 'Rain stories' },
    })
    const plain =
      '<audiobook><title>Rain</title><series>Rain stories</series><seriesindex>1.5</seriesindex></audiobook>'
    expect(await metadataOf({ 'a.nfo': plain })).toMatchObject({ series: { name: 'Rain stories', number: 1.5 } })

    const opf = (content: string) => `<package xmlns:opf="o" xmlns:dc="d"><metadata>${content}</metadata></package>`
    const second = opf(`<dc:creator opf:role="aut">文月いと</dc:creator><dc:publisher>月影工房</dc:publisher>
      <dc:contributor opf:role="ill">絵空</dc:contributor><dc:contributor>Unknown part</dc:contributor>
      <meta name="calibre:series" content="Rain stories"/><meta name="calibre:series_index" content="2"/>`)
    expect(await metadataOf({ 'a.opf': second })).toEqual({
      circle: { name: '月影工房' },
      staff: { scenario: ['文月いと'], illustration: ['絵空'] },
      series: { name: 'Rain stories', number: 2 },
    })
    const third = opf(`<dc:creator id="a">文月いと</dc:creator><dc:creator id="b">Aki Mori</dc:creator>
      <meta refines="#b" property="role" scheme="marc:relators">nrt</meta>
      <meta property="belongs-to-collection" id="c">Rain stories</meta>
      <meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">x</meta>`)
    expect(await metadataOf({ 'a.opf': third })).toEqual({
      circle: { name: '文月いと' },
      voice_actors: ['Aki Mori'],
      series: { name: 'Rain stories' },
    })
  })

  test.each([
    ['a banner of letters', '  ~~~ release notes ~~~\n <3'],
    ['a web page', '<html><title>Rain</title></html>'],
    ['bytes', Buffer.from([0x3c, 0xff, 0x00, 0x13, 0x80])],
    ['nothing', ''],
  ])('%s is no problem', async (_, nfo) => {
    expect(await read({ 'release.nfo': nfo })).toEqual(nothing)
  })

  test('META-33 entities are not replaced, and nothing outside of the file is read', async () => {
    const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')
    const bomb = `<?xml version="1.0"?><!DOCTYPE album [<!ENTITY l0 "lol">${lol}]><album><title>a&l9;b</title></album>`
    const external = `<!DOCTYPE album [<!ENTITY x SYSTEM "file:///etc/passwd">]><album><title>a&x;b</title></album>`
    expect((await metadataOf({ 'a.nfo': bomb }))?.title).toBe('a&l9;b')
    expect((await metadataOf({ 'a.nfo': external }))?.title).toBe('a&x;b')
  })
})

describe('META-32 cue sheets and text files', () => {
  const cue =
    'REM DATE 2026-09-01\r\nREM GENRE "雨音"\r\nPERFORMER "月影工房"\r\nTITLE "雨の図書室"\r\nFILE "a.wav" WAVE\r\n  TRACK 01 AUDIO\r\n    TITLE "扉"\r\n    PERFORMER "風見はるか"\r\n'

  test('a cue sheet says what the whole disc is', async () => {
    const disc = {
      title: '雨の図書室',
      circle: { name: '月影工房' },
      release: '2026-09-01',
      tags: [{ name: '雨音' }],
    }
    expect(await metadataOf({ 'wav/disc.cue': cue })).toEqual(disc)
    expect(await metadataOf({ 'a/b/disc.cue': cue })).toBeNull()
    expect(await metadataOf({ '1.cue': cue, '2.cue': cue.replace('雨の図書室', '雪の図書室') })).toEqual({
      circle: disc.circle,
      release: disc.release,
      tags: disc.tags,
    })
    expect(await metadataOf({ 'a.cue': 'TITLE "CDImage"\nREM DATE 2026\nTRACK 01 AUDIO' })).toBeNull()
    expect(await metadataOf({ 'a.cue': 'TITLE no sheet' })).toBeNull()
  })

  const readme = `この度はお買い上げありがとうございます。

■作品名：雨やどりの図書室
■サークル名
　月影工房
【声優】風見はるか、白石ゆき様
・ジャンル : 雨音 / 癒し / ASMR
販売日：2026年9月1日
年齢指定：全年齢
■作品内容
雨の日だけ開く図書室。

本と雨音の一日。
----------------
連絡先：example.org
`

  test('a shop’s text of labelled lines, in any encoding', async () => {
    const told = {
      title: '雨やどりの図書室',
      circle: { name: '月影工房' },
      voice_actors: ['風見はるか', '白石ゆき'],
      tags: [{ name: '雨音' }, { name: '癒し' }],
      release: '2026-09-01',
      age: 'general',
      description: '雨の日だけ開く図書室。\n\n本と雨音の一日。',
    }
    expect(await metadataOf({ 'readme.txt': readme })).toEqual(told)
    expect(await metadataOf({ 'はじめにお読みください.txt': `\uFEFF${readme.replaceAll('\n', '\r\n')}` })).toEqual(told)
    expect(await metadataOf({ 'notes.txt': readme })).toBeNull()
    expect(await metadataOf({ 'more/readme.txt': readme })).toBeNull()
    // Shift_JIS: 作品名：雨, サークル：月
    const encoded = Buffer.concat([
      Buffer.from([0x8d, 0xec, 0x95, 0x69, 0x96, 0xbc, 0x81, 0x46, 0x89, 0x4a, 0x0a]),
      Buffer.from([0x83, 0x54, 0x81, 0x5b, 0x83, 0x4e, 0x83, 0x8b, 0x81, 0x46, 0x8c, 0x8e, 0x0a]),
    ])
    expect(await metadataOf({ 'readme.txt': encoded })).toEqual({ title: '雨', circle: { name: '月' } })
  })

  test('the first line is the title if it is in quotes', async () => {
    const text = '\r\n『雨やどりの図書室』\r\nサークル：月影工房\r\n声の出演：風見はるか\r\n'
    const told = { title: '雨やどりの図書室', circle: { name: '月影工房' }, voice_actors: ['風見はるか'] }
    expect(await metadataOf({ 'readme.txt': text })).toEqual(told)
    expect(await metadataOf({ 'readme.txt': text.replace('『', '').replace('』', '') })).toEqual({
      circle: told.circle,
      voice_actors: told.voice_actors,
    })
  })

  test('running text and a single label say nothing', async () => {
    expect(
      await metadataOf({ 'readme.txt': 'タイトルの曲を聴いてからサークルへ感想をください。\n声優さんへ' }),
    ).toBeNull()
    expect(await metadataOf({ 'readme.txt': 'Title: Rain\nThank you.' })).toBeNull()
  })
})

describe('META-33 limits', () => {
  test('a broken file is reported by name, and the others are read', async () => {
    const nfo = '<album><title>Rain</title></album>'
    expect(await read({ 'info.json': '{"title": "Rain', 'a.nfo': nfo, 'b.nfo': '<album><title>Ra' })).toEqual({
      metadata: { title: 'Rain' },
      problems: [
        { file: 'info.json', problem: 'is not JSON: it is cut off or damaged' },
        { file: 'b.nfo', problem: 'is cut off or damaged: <title> is not closed' },
      ],
    })
  })

  test('files of over 256 kB, of great depth or of many elements are left out', async () => {
    const large = JSON.stringify({ title: 'Rain', more: 'x'.repeat(256 * 1024) })
    expect(await read({ 'info.json': large })).toEqual(nothing)
    const deep = `<album>${'<a>'.repeat(40_000)}`
    expect(await read({ 'a.nfo': deep })).toEqual(nothing)
    expect(await read({ 'a.nfo': `<album>${'<a/>'.repeat(40_000)}</album>` })).toEqual(nothing)
    expect(await read({ 'info.json': '['.repeat(250_000) })).toMatchObject({ metadata: null })
    expect(
      (await read(json({ title: 'Rain', tags: Array.from({ length: 900 }, (_, n) => `t${n}`) }))).metadata?.tags,
    ).toHaveLength(100)
  })

  test('any text is read, quickly', async () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '<album>',
      '</title>',
      '<title>',
      '&amp;',
      '&#x41;',
      '{',
      '"',
      '作品名：',
      '【声優】',
      'TITLE "',
      'TRACK 01',
      '\n',
      '\u0000',
      ' ',
    )
    const text = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 60 })
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, async (content) => {
        await read({
          'info.json': `{${content}`,
          'a.nfo': `<album>${content}`,
          'readme.txt': content,
          'a.cue': content,
        })
      }),
    )
    for (const unit of ['<a', '<', '&', ' ', '\n', '■ ', '【', '作品名', 'a ', '<title>&lt;a']) {
      const content = unit.repeat((250 * 1024) / Buffer.byteLength(unit))
      const before = process.threadCpuUsage()
      await read({
        'info.json': JSON.stringify({ title: 'a', description: content }),
        'a.nfo': `<album>${content}`,
        'readme.txt': content,
        'a.cue': `TITLE ${content}\nTRACK 01`,
      })
      expect(process.threadCpuUsage(before).user, unit).toBeLessThan(2_000_000)
    }
  })
})

test('META-34 what programs left is below import and above folder and tags; the more certain file is first', async () => {
  const files = {
    'info.json': JSON.stringify({ title: 'From JSON', circle: 'JSON circle' }),
    'a.nfo': '<album><title>From NFO</title><premiered>2026-09-01</premiered></album>',
    'a.opf': '<package><metadata><date>2026-09-02</date><subject>calm</subject></metadata></package>',
    'disc.cue': 'TITLE "From cue"\nREM GENRE bells\nREM DATE 2026-09-03\nTRACK 01 AUDIO',
  }
  const left = await metadataOf(files)
  expect(left).toEqual({
    title: 'From JSON',
    circle: { name: 'JSON circle' },
    release: '2026-09-01',
    tags: [{ name: 'calm' }],
  })
  const sources = {
    code,
    folderName: '[Folder circle] Folder title RJ01234567',
    left,
    embedded: [{ genres: ['embedded'], date: '2020-01-01' }],
    addedOn: '2026-11-20',
  }
  expect(resolveMetadata({ ...sources, sidecar: null, imported: null })).toMatchObject({
    title: 'From JSON',
    titleSource: 'folder',
    circle: { name: 'JSON circle' },
    release: '2026-09-01',
    tags: [{ name: 'calm' }],
  })
  expect(resolveMetadata({ ...sources, sidecar: null, imported: { title: 'Imported' } })).toMatchObject({
    title: 'Imported',
    circle: { name: 'JSON circle' },
  })
})
