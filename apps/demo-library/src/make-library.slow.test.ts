import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { parseFile } from 'music-metadata'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readSidecar } from '../../server/src/features/metadata/index.ts'
import { lengthOf } from './audio/pieces.ts'
import { planLibrary } from './plan/plan-library.ts'
import { MARKER, VERSION } from './ledger.ts'
import { makeLibrary, type Progress } from './make-library.ts'

const seed = 7
const works = 3
const first = planLibrary({ seed, count: 1, hasFfmpeg: false })[0]!
let root: string
let library: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'demo-library-'))
  library = join(root, 'library')
  await makeLibrary({ dir: library, seed, works })
})

afterAll(() => rm(root, { recursive: true, force: true }))

test('every planned file is there, nothing else, and the sound lasts as long as planned', async () => {
  const plans = planLibrary({ seed, count: works, hasFfmpeg: false })
  const planned = plans.flatMap((plan) =>
    plan.files.map((file) => ({ plan, file, path: `${plan.folder}/${file.path}` })),
  )
  expect(await filesBelow(library)).toEqual([MARKER, ...planned.map(({ path }) => path)].toSorted())

  for (const { plan, file, path } of planned) {
    if (file.kind === 'text') continue
    if (file.kind === 'picture') {
      expect((await sharp(join(library, path)).metadata()).width).toBe(file.width)
      expect((await stat(join(library, path))).size).toBeLessThan(file.format === 'png' ? 200_000 : 60_000)
      continue
    }
    const { format, common } = await parseFile(join(library, path), { duration: true })
    // joined MP3 streams carry up to 0.1 s of the encoder's delay each
    const slack = file.format === 'mp3' ? 0.12 * Math.ceil(lengthOf(file.piece) / 10) : 0.01
    expect(Math.abs((format.duration ?? 0) - lengthOf(file.piece)), path).toBeLessThan(slack)
    if (file.format === 'mp3' || file.format === 'flac') {
      expect({ title: common.title, artist: common.artist, album: common.album, track: common.track.no }).toEqual({
        title: file.title,
        artist: plan.artist,
        album: plan.album,
        track: file.track,
      })
    }
  }
})

test('ADM-02 every planned sidecar is one that the library accepts', async () => {
  const problems: string[] = []
  for (const plan of planLibrary({ seed: 2026, count: 99, hasFfmpeg: true })) {
    for (const file of plan.files) {
      if (file.kind !== 'text' || !file.path.startsWith('otodana.')) continue
      const folder = await mkdtemp(join(root, 'sidecar-'))
      await writeFile(join(folder, file.path), file.text)
      const read = readSidecar(folder, [file.path])
      if (!read || 'problem' in read) problems.push(`${plan.folder}: ${read?.problem ?? 'not found'}`)
    }
  }
  expect(problems).toEqual([])
})

test('a sidecar is read back with title, people, tags and editions', async () => {
  const [, edition] = planLibrary({ seed, count: works, hasFfmpeg: false })
  const zh = JSON.parse(await readFile(join(library, edition!.folder, 'otodana.json'), 'utf8'))
  expect(zh).toMatchObject({ title: '守灯人的故事', language: 'CHI_HANS', original: 'RJ01000003' })
  expect(zh.editions.map(({ lang }: { lang: string }) => lang)).toEqual(['JPN', 'ENG', 'CHI_HANS'])

  const text = await readFile(join(library, first.folder, 'otodana.yaml'), 'utf8')
  const sidecar = parse(text, { maxAliasCount: 0 })
  expect(sidecar).toMatchObject({
    title: '茶寮だより―一服ぶんの静けさ―',
    circle: { name: '笹鳴り茶寮' },
    voice_actors: ['楓谷ほのり'],
    tags: [{ name: 'お茶', ja: 'お茶', zh: '茶', en: 'Tea' }, {}, {}, {}],
    age: 'general',
    price: 770,
    language: 'JPN',
    cover: 'cover.webp',
  })
  expect(sidecar.release).toMatch(/^2023-\d\d-\d\d$/)
  const stars = Object.values(sidecar.rating.detail as Record<string, number>)
  expect(stars.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(2)
})

test('a complete library is left alone', async () => {
  const before = await hashes(library)
  expect(await makeLibrary({ dir: library, seed, works })).toEqual({ created: false, works })
  expect(await hashes(library)).toEqual(before)
})

test(
  'the same seed gives the same bytes, and another seed other sounds, pictures and figures',
  { timeout: 180_000 },
  async () => {
    const [again, other] = [join(root, 'again'), join(root, 'other')]
    await makeLibrary({ dir: again, seed, works: 1 })
    await makeLibrary({ dir: other, seed: seed + 1, works: 1 })
    const [before, same, different] = [await hashes(library), await hashes(again), await hashes(other)]
    for (const file of first.files) {
      const path = `${first.folder}/${file.path}`
      expect(same[path], path).toBe(before[path])
    }
    for (const name of ['otodana.yaml', 'cover.webp', '音声/01 湯の音.mp3']) {
      expect(different[`${first.folder}/${name}`], name).toBeTypeOf('string')
      expect(different[`${first.folder}/${name}`], name).not.toBe(before[`${first.folder}/${name}`])
    }
  },
)

test(
  'a library whose making was interrupted is completed, and what was there is not made again',
  { timeout: 180_000 },
  async () => {
    const before = await hashes(library)
    const [, second] = planLibrary({ seed, count: works, hasFfmpeg: false })
    const { ino } = await stat(join(library, second!.folder))
    // as a kill leaves it: a work not yet moved into its place, half a work in the workshop, no word of completion
    await rm(join(library, first.folder), { recursive: true })
    await mkdir(join(library, '.otodana-demo-making/0'), { recursive: true })
    await writeFile(join(library, '.otodana-demo-making/0/half.mp3'), 'half')
    const ledger = JSON.parse(await readFile(join(library, MARKER), 'utf8'))
    await writeFile(join(library, MARKER), JSON.stringify({ ...ledger, complete: false }))

    const steps: Progress[] = []
    const onProgress = (step: Progress) => steps.push(step)
    expect(await makeLibrary({ dir: library, seed, works }, onProgress)).toEqual({ created: true, works })
    expect(await hashes(library)).toEqual(before)
    expect(steps[0]).toMatchObject({ done: 0, works: 0, totalWorks: 1 })
    expect(steps.at(-1)).toMatchObject({ done: steps[0]!.total, works: 1 })
    expect((await stat(join(library, second!.folder))).ino).toBe(ino)
  },
)

test('a folder with files of someone else is refused and stays as it was', async () => {
  const dir = join(root, 'foreign')
  await mkdir(join(dir, 'RJ01000001'), { recursive: true })
  await writeFile(join(dir, 'RJ01000001', 'mine.txt'), 'mine')
  await expect(makeLibrary({ dir, seed, works: 1 })).rejects.toThrow(/will not write into/)
  expect(await filesBelow(dir)).toEqual(['RJ01000001/mine.txt'])
})

test('a foreign folder with the name of a work is not overwritten, even inside our own library', async () => {
  const dir = join(root, 'mixed')
  await mkdir(join(dir, first.folder), { recursive: true })
  await writeFile(join(dir, first.folder, 'mine.txt'), 'mine')
  const ledger = { format: 'otodana-demo', version: VERSION, seed, complete: false, works: {} }
  await writeFile(join(dir, MARKER), JSON.stringify(ledger))
  await expect(makeLibrary({ dir, seed, works: 1 })).rejects.toThrow(/will not overwrite/)
  expect(await filesBelow(dir)).toEqual([MARKER, `${first.folder}/mine.txt`])
})

test('another seed takes away what this program made and keeps what a person added', async () => {
  const dir = join(root, 'other')
  await writeFile(join(dir, first.folder, 'note.txt'), 'mine')
  await expect(makeLibrary({ dir, seed, works: 1 })).rejects.toThrow(/will not overwrite/)
  expect(await filesBelow(dir)).toEqual([MARKER, `${first.folder}/note.txt`])
})

async function filesBelow(dir: string): Promise<string[]> {
  if (!existsSync(dir)) return []
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
  return files.map((path) => path.split(sep).join('/')).toSorted()
}

async function hashes(dir: string): Promise<Record<string, string>> {
  const out: Record<string, string> = {}
  for (const path of await filesBelow(dir)) {
    out[path] = createHash('sha256')
      .update(await readFile(join(dir, path)))
      .digest('hex')
  }
  return out
}
