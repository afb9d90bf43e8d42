import { expect, test } from 'vitest'
import { lengthOf } from '../audio/pieces.ts'
import { encodeText, textEncodings } from '../text/encode-text.ts'
import { subtitleFormats } from '../text/subtitles.ts'
import { allWorks, planLibrary } from './plan-library.ts'

const plans = planLibrary({ seed: 1, count: 1000, hasFfmpeg: false })
const files = plans.flatMap((plan) => plan.files.map((file) => ({ ...file, plan })))

test('there are about 40 works with RJ, VJ and BJ codes, every age, three languages, no code twice', () => {
  expect(plans.length).toBeGreaterThanOrEqual(40)
  expect(new Set(plans.map((plan) => plan.code)).size).toBe(plans.length)
  const kinds = (pick: (spec: (typeof allWorks)[number]) => string) => [...new Set(allWorks.map(pick))].toSorted()
  expect(kinds((spec) => spec.code.slice(0, 2))).toEqual(['BJ', 'RJ', 'VJ'])
  expect(kinds((spec) => String(spec.code.length))).toEqual(['10', '8'])
  expect(kinds((spec) => spec.age)).toEqual(['adult', 'general', 'r15'])
  expect(kinds((spec) => spec.language)).toEqual(['CHI_HANS', 'ENG', 'JPN'])
  expect(kinds((spec) => String(spec.sidecar))).toEqual(['json', 'null', 'yaml'])
  for (const plan of plans) expect(plan.folder.toUpperCase(), plan.folder).toContain(plan.code)
})

test('editions and originals name works that exist', () => {
  const codes = new Set(allWorks.map((spec) => spec.code))
  const named = allWorks.flatMap((spec) => [
    ...(spec.editions ?? []).map(({ code }) => code),
    ...(spec.original ? [spec.original] : []),
  ])
  expect(named.length).toBeGreaterThan(4)
  expect(named.filter((code) => !codes.has(code))).toEqual([])
})

test('EDT-88 some works have staff and titles in other languages, and every series has its numbers without gaps', () => {
  expect(allWorks.filter((spec) => spec.titles).length).toBeGreaterThan(3)
  expect(allWorks.filter((spec) => spec.staff).length).toBeGreaterThan(4)
  const inSeries = Map.groupBy(
    allWorks.filter((spec) => spec.series),
    (spec) => spec.series?.name,
  )
  expect(inSeries.size).toBe(2)
  for (const specs of inSeries.values()) {
    expect(new Set(specs.map((spec) => spec.circle)).size).toBe(1)
    expect(specs.map((spec) => spec.series?.number).toSorted()).toEqual(specs.map((_, index) => index + 1))
  }
})

test('subtitles come in every format and every encoding, already among the first eight works', () => {
  const texts = files.filter((file) => file.kind === 'text' && file.plan.folder !== '')
  const first = texts.filter((file) => plans.indexOf(file.plan) < 8)
  const formats = first.map((file) => file.path.slice(file.path.lastIndexOf('.') + 1))
  expect(formats).toEqual(expect.arrayContaining([...subtitleFormats]))
  const encodings = first
    .filter((file) => /\.(lrc|srt|vtt|ass)$/.test(file.path))
    .map((file) => file.kind === 'text' && file.encoding)
  expect(encodings).toEqual(expect.arrayContaining([...textEncodings]))
})

test('every text can be written in its encoding and read back', () => {
  for (const file of files) {
    if (file.kind !== 'text') continue
    const label = file.encoding === 'utf-8-bom' ? 'utf-8' : file.encoding
    expect(new TextDecoder(label, { fatal: true }).decode(encodeText(file.text, file.encoding)), file.path).toBe(
      file.text,
    )
  }
})

test('names fit every file system: at most 255 bytes, no reserved sign, no two alike in one work', () => {
  for (const plan of plans) {
    const paths = plan.files.map((file) => file.path.toLowerCase().normalize('NFC'))
    expect(new Set(paths).size, plan.code).toBe(paths.length)
    for (const name of plan.files.flatMap((file) => [...plan.folder.split('/'), ...file.path.split('/')])) {
      expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(255)
      expect(name).not.toMatch(/[<>:"\\|?*]|[. ]$/)
    }
  }
})

test('the whole stays under 150 MB: sound by its length, pictures by their limit', () => {
  const bytesPerSecond = { mp3: 8_000, wav: 96_000, flac: 90_000, ogg: 8_000, opus: 9_000, m4a: 11_000, aac: 11_000 }
  let bytes = 0
  for (const file of files) {
    if (file.kind === 'audio') bytes += lengthOf(file.piece) * bytesPerSecond[file.format]
    else bytes += file.kind === 'picture' ? 100_000 : 10_000
  }
  expect(bytes).toBeLessThan(150_000_000)
})

test('there is a work with many tracks, one deep tree, one without sound, one title of about 300 signs, two alike', () => {
  const audio = plans.map((plan) => plan.files.filter((file) => file.kind === 'audio'))
  expect(Math.max(...audio.map((tracks) => tracks.length))).toBeGreaterThan(60)
  expect(Math.max(...files.map((file) => file.path.split('/').length))).toBeGreaterThanOrEqual(6)
  expect(audio.filter((tracks) => tracks.length === 0)).toHaveLength(1)
  expect(Math.max(...allWorks.map((spec) => spec.title.length))).toBeGreaterThanOrEqual(290)
  expect(allWorks.filter((spec) => spec.title === '雨宿り')).toHaveLength(2)
})

test('with ffmpeg some works have opus, m4a and aac as well, without it none', () => {
  const formatsOf = (hasFfmpeg: boolean) =>
    planLibrary({ seed: 1, count: 1000, hasFfmpeg }).flatMap((plan) =>
      plan.files.flatMap((file) => (file.kind === 'audio' ? [file.format] : [])),
    )
  expect(new Set(formatsOf(true))).toEqual(new Set(['mp3', 'wav', 'flac', 'ogg', 'opus', 'm4a', 'aac']))
  expect(new Set(formatsOf(false))).toEqual(new Set(['mp3', 'wav', 'flac', 'ogg']))
})
