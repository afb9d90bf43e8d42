import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { MAX_SIDECAR_BYTES, readSidecar } from './sidecar.ts'
import { limits, sidecarJsonSchema, WorkMetadata } from '../fields/work-metadata.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'otodana-sidecar-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

function read(content: string | Uint8Array, name = 'otodana.yaml') {
  writeFileSync(join(dir, name), content)
  return readSidecar(dir, ['01.mp3', name])
}

function problemOf(content: string | Uint8Array, name?: string): string {
  const result = read(content, name)
  return result && 'problem' in result ? result.problem : `no problem: ${JSON.stringify(result)}`
}

const everything = `
title: 雨やどりの図書室
circle: { name: 月影工房, code: RG00001 }
voice_actors: [風見はるか, 白石ゆき]
tags:
  - 雨
  - { name: whisper, ja: 囁き, zh: 耳语, en: Whisper, censored: { en: W. } }
release: 2026-09-01
create_date: '2026-09-03'
age: general
price: 1320
dl_count: 512
review_count: 12
rating: { detail: { 5: 3, 4: 1 } }
rank: [{ term: day, category: all, rank: 3, rank_date: 2026-09-02 }]
source_url: https://example.org/works/1
language: JPN
original: rj01000001
editions: [{ lang: ENG, code: RJ01000003, label: English }]
attributes: SOU,MP3
description: |
  One evening.
  Rain.
cover: art/cover.jpg
`

describe('readSidecar', () => {
  test('ADM-02 every field of a YAML sidecar is read', () => {
    expect(read(everything)).toEqual({
      file: 'otodana.yaml',
      metadata: {
        title: '雨やどりの図書室',
        circle: { name: '月影工房', code: 'RG00001' },
        voice_actors: ['風見はるか', '白石ゆき'],
        tags: [{ name: '雨' }, { name: 'whisper', ja: '囁き', zh: '耳语', en: 'Whisper', censored: { en: 'W.' } }],
        release: '2026-09-01',
        create_date: '2026-09-03',
        age: 'general',
        price: 1320,
        dl_count: 512,
        review_count: 12,
        rating: { count: 4, average: 4.75, detail: { 1: 0, 2: 0, 3: 0, 4: 1, 5: 3 } },
        rank: [{ term: 'day', category: 'all', rank: 3, rank_date: '2026-09-02' }],
        source_url: 'https://example.org/works/1',
        language: 'JPN',
        original: 'RJ01000001',
        editions: [{ lang: 'ENG', code: 'RJ01000003', label: 'English' }],
        attributes: 'SOU,MP3',
        description: 'One evening.\nRain.',
        cover: 'art/cover.jpg',
      },
    })
  })

  test('ADM-02 what was parsed parses to itself again, so it can be stored', () => {
    const result = read(everything)
    const metadata = result && 'metadata' in result ? result.metadata : null
    expect(WorkMetadata.parse(JSON.parse(JSON.stringify(metadata)))).toEqual(metadata)
  })

  test.each(['otodana.yaml', 'Otodana.YML', 'OTODANA.json'])('ADM-02 a sidecar may be called %s', (name) => {
    expect(read('{"title": "A", "circle": null}', name)).toEqual({ file: name, metadata: { title: 'A' } })
  })

  test('a folder without a sidecar has none', () => {
    expect(readSidecar(dir, ['01.mp3', 'my-otodana.yaml', 'otodana.yaml.bak'])).toBeNull()
  })

  test('an empty file and empty keys say nothing', () => {
    expect(read('')).toEqual({ file: 'otodana.yaml', metadata: {} })
    expect(read('\uFEFFtitle:\ncircle: ~\n')).toEqual({ file: 'otodana.yaml', metadata: {} })
  })

  test.each([
    ['title: a\ntitel: b', 'line 2: unknown field "titel" (did you mean title?)'],
    ['voiceactors: [a]', 'line 1: unknown field "voiceactors" (did you mean voice_actors?)'],
    ['tags:\n  - ok\n  - { nam: x, name: y }', 'line 3, tags[1]: unknown field "nam" (did you mean name?)'],
    ['title: 5', 'line 1, title: must be text (numbers in quotes)'],
    ['title: ""', 'line 1, title: must not be empty'],
    ['release: 2026-02-30', 'line 1, release: must be a day as YYYY-MM-DD'],
    ['age: R18', 'line 1, age: must be one of general, r15, adult'],
    ['price: 12.5', 'line 1, price: must be a whole number'],
    ['price: -1', 'line 1, price: is too small (at least 0)'],
    ['price: 99999999999', `line 1, price: is too big (at most ${limits.price})`],
    ['a: 1\n'.repeat(2), 'line 2: Map keys must be unique'],
    ['title: "open', 'line 1: Missing closing "quote'],
    ['a\nb: c: d', 'line 1: Implicit keys need to be on a single line'],
    ['title: a\n---\ntitle: b', 'line 2: a second document begins here; keep one'],
    ['just text', 'line 1: must be an object'],
    ['title: &x a\ndescription: *x', 'uses aliases (*name), which are not supported'],
    ['\nsource_url: javascript:alert(1)', 'line 2, source_url: must be an http or https address'],
    ['cover: ../../etc/passwd', "line 1, cover: must be a file's path inside the work's folder"],
    ['original: RJ12', 'line 1, original: must be a work code such as RJ01234567'],
    ['rating: { count: 2, detail: { 5: 3 } }', 'line 1, rating: count is 2, but detail adds up to 3'],
    ['rating: { average: 3, detail: { 5: 3 } }', 'line 1, rating: average is 3, but detail gives 5'],
    ['rating: { count: 2 }', 'line 1, rating: count needs average or detail beside it'],
    ['rating: { count: 0, average: 2 }', 'line 1, rating: average is 2, but count is 0'],
  ])('ADM-02 %j names line and field', (content, problem) => {
    expect(problemOf(content)).toContain(problem)
  })

  test('ADM-02 an unknown field that is like no other is taken for none', () => {
    expect(problemOf('vas: [a]')).toBe('line 1: unknown field "vas"')
  })

  test('SER-05 a sidecar has staff by role, a series, and titles in other languages', () => {
    const staff = 'staff: { scenario: [文月いと], music: [A, B] }'
    const series = 'series: { name: 図書室, number: 1.5, code: SRI01 }'
    expect(
      read(`${staff}\n${series}\ntitles: { en: Rain, zh: 雨 }\nsamples: [https://example.org/1.jpg]`),
    ).toMatchObject({
      metadata: {
        staff: { scenario: ['文月いと'], music: ['A', 'B'] },
        series: { name: '図書室', number: 1.5, code: 'SRI01' },
        titles: { en: 'Rain', zh: '雨' },
      },
    })
    expect(read('series: 図書室')).toMatchObject({ metadata: { series: { name: '図書室' } } })
  })

  test.each([
    ['staff: { writer: [A] }', 'line 1, staff: unknown field "writer"'],
    [`staff: { music: [${'a,'.repeat(limits.staff + 1)}] }`, 'staff.music: '],
    [`staff: { music: [${'a'.repeat(limits.name + 1)}] }`, `is too long (at most ${limits.name})`],
    ['series: { name: A, number: -1 }', 'series.number: is too small (at least 0)'],
    [`series: { name: A, number: ${limits.seriesNumber + 1} }`, `is too big (at most ${limits.seriesNumber})`],
    [`series: ${'a'.repeat(limits.name + 1)}`, 'series: '],
    [`titles: { en: ${'a'.repeat(limits.title + 1)} }`, `titles.en: is too long (at most ${limits.title})`],
    ['titles: { ko: A }', 'unknown field "ko"'],
    ['samples: [ftp://example.org/1.jpg]', 'samples[0]: '],
    [`samples: [${'https://example.org/1.jpg,'.repeat(limits.samples + 1)}]`, 'samples: '],
  ])('SER-05 %.40s is refused by name', (text, problem) => {
    expect(problemOf(text)).toContain(problem)
  })

  test('a text that is too long is refused, not cut', () => {
    expect(problemOf(`title: ${'a'.repeat(limits.title + 1)}`)).toBe('line 1, title: is too long (at most 500)')
  })

  test('ADM-02 a JSON sidecar is JSON, and its problems have lines', () => {
    expect(problemOf('{"title": "a",}', 'otodana.json')).toBe('line 1: is not JSON')
    expect(problemOf('{\n  "title": "a",\n  "pric": 3\n}', 'otodana.json')).toBe(
      'line 3: unknown field "pric" (did you mean price?)',
    )
  })

  test('the first five problems are listed, and the number of the rest', () => {
    expect(problemOf('title: 1\nage: 1\nprice: a\nrelease: a\nlanguage: a\ncover: /a\ntags: 1')).toMatch(
      /; and 2 more$/,
    )
  })

  test.each([' /abs', '/abs', 'a//b', './a', 'a/..', '..', 'C:/x', 'a\\b', ''])('%j is no cover', (cover) => {
    expect(WorkMetadata.safeParse({ cover: cover.trim() || '' }).success).toBe(false)
  })

  test('control characters and half characters do not get through', () => {
    expect(read('title: "a\\0b\\u200b\\uD800c"')).toEqual({
      file: 'otodana.yaml',
      metadata: { title: 'a b\u200b\uFFFDc' },
    })
  })

  test('a sidecar that is too large, no UTF-8, a link, a folder or a pipe is refused', () => {
    expect(problemOf(`#${' '.repeat(MAX_SIDECAR_BYTES)}`)).toBe('is larger than 256 kB')
    expect(problemOf(Buffer.from([0x74, 0x3a, 0x20, 0xff]))).toBe('is not UTF-8 text')
    symlinkSync('/etc/hostname', join(dir, 'otodana.yml'))
    expect(readSidecar(dir, ['otodana.yml'])).toEqual({
      file: 'otodana.yml',
      problem: 'is a link; put the file itself here',
      mustRetry: false,
    })
    execFileSync('mkfifo', [join(dir, 'otodana.json')])
    expect(readSidecar(dir, ['otodana.json'])).toEqual({
      file: 'otodana.json',
      problem: 'is not a file',
      mustRetry: false,
    })
    expect(readSidecar(dir, ['OTODANA.yaml'])).toEqual({
      file: 'OTODANA.yaml',
      problem: 'cannot be read (ENOENT)',
      // The disk may be available next time.
      mustRetry: true,
    })
  })

  test('two sidecars are reported rather than one of them picked', () => {
    expect(readSidecar(dir, ['otodana.yaml', 'otodana.json'])).toEqual({
      file: 'otodana.json',
      problem: 'there are 2 sidecars, keep one: otodana.json, otodana.yaml',
      mustRetry: false,
    })
  })

  test.each([
    ['[', 1],
    ['{', 1],
    ['[{', 2],
    ['- ', 2],
    ['? ', 2],
    ['a: ', 3],
    ['"', 1],
    ['*a ', 3],
    ['!!x ', 4],
    ['&a ', 3],
  ])('256 kB of %j are refused at once', (unit, length) => {
    const content = unit.repeat(Math.floor(MAX_SIDECAR_BYTES / length))
    const before = process.threadCpuUsage()
    expect(problemOf(content)).not.toContain('no problem')
    // CPU time, which does not depend on the machine's load.
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000)
  })

  test('ADM-02 any bytes give metadata or a problem', () => {
    const yamlish = fc.string({ unit: fc.constantFrom(...'abtitle:"\'[]{},-?&*!|>#%@`\n\t 01', '。'), maxLength: 300 })
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), yamlish), (content) => {
        const result = read(content)
        expect(result && ('metadata' in result || result.problem.length > 0)).toBe(true)
      }),
    )
  })

  test('ADM-02 any JSON of the right fields gives metadata or a problem that names one', () => {
    const fields = fc.dictionary(fc.constantFrom(...Object.keys(WorkMetadata.shape)), fc.jsonValue({ maxDepth: 3 }))
    fc.assert(
      fc.property(fields, (content) => {
        const result = read(JSON.stringify(content), 'otodana.json')!
        const names = Object.keys(content)
        expect('metadata' in result || names.some((name) => result.problem.includes(name))).toBe(true)
      }),
    )
  })
})

test('ADM-02 the published JSON Schema is the one that is enforced', () => {
  const published: unknown = JSON.parse(
    readFileSync(new URL('../../../../../../docs/sidecar.schema.json', import.meta.url), 'utf8'),
  )
  // Generated by `node scripts/sidecar-schema.ts`.
  expect(published).toEqual(sidecarJsonSchema())
})
