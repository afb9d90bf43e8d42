/**
 * Packages of subtitles in a real browser's database, by real workers, under the policies of real pages: what the tests with a
 * database in memory cannot tell.
 */
import { aZip } from '../apps/web/src/test/a-zip.ts'
import { expect, type Page, test as base } from './fixtures.ts'
import { type Engine, startSubtitleEngine } from './subtitle-engine.ts'

declare const engine: Engine

const test = base.extend<{ server: Awaited<ReturnType<typeof startSubtitleEngine>> }>({
  server: async ({ startOnce }, use) => use(await startOnce(startSubtitleEngine)),
  baseURL: ({ server }, use) => use(server.url),
})

test.describe.configure({ mode: 'default' })

const COUNT = 2_500

async function open(page: Page): Promise<void> {
  await page.goto('/')
  await page.waitForFunction(() => 'engine' in window)
}

async function choose(page: Page, name: string, count: number): Promise<void> {
  const files = Array.from({ length: count }, (_, index) => ({
    name: `RJ${200_000 + Math.floor(index / 5)} 作品/${index % 5}.lrc`,
    content: `[00:01.00]${name} ${index} ${'~'.repeat(40)}`,
    isDeflated: index % 2 === 0,
    isUtf8: true,
  }))
  await page
    .getByLabel('Package')
    .setInputFiles({ name, mimeType: 'application/zip', buffer: Buffer.from(aZip(files)) })
}

/** Takes the chosen package in; what it comes to, a failure as its problem. */
const take = (page: Page) =>
  page.evaluate(async () => {
    const file = document.querySelector('input')!.files![0]!
    try {
      const { fileCount, workCount } = await engine.importPackage(file)
      return { fileCount, workCount }
    } catch (error) {
      return (error as { problem: object }).problem
    }
  })

const rows = (page: Page) =>
  page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('local-subtitles')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error!)
    })
    const counts = ['subtitle_package', 'subtitle_content', 'subtitle_record'].map(
      (name) =>
        new Promise<number>((resolve) => {
          const request = db.transaction(name).objectStore(name).count()
          request.onsuccess = () => resolve(request.result)
        }),
    )
    const found = await Promise.all(counts)
    db.close()
    return found
  })

test(
  'LSB-02 a package is imported by workers with progress, other tabs learn of it, and it is deleted as a whole',
  { tag: '@anyscreen' },
  async ({ page, context }) => {
    await open(page)
    const other = await context.newPage()
    await open(other)
    await other.evaluate(() => {
      engine.onLocalSubtitlesChanged(() => (document.title = 'changed'))
    })
    await choose(page, 'first.zip', COUNT)
    const { steps, imported } = await page.evaluate(async () => {
      const steps = new Set<string>()
      const file = document.querySelector('input')!.files![0]!
      const imported = await engine.importPackage(file, {
        onProgress: ({ step, done, total }) => steps.add(`${step} ${done === total}`),
      })
      return { steps: [...steps], imported }
    })
    expect(imported).toMatchObject({ fileName: 'first.zip', fileCount: COUNT, workCount: COUNT / 5, skippedCount: 0 })
    expect(steps).toEqual(expect.arrayContaining(['reading true', 'importing true']))
    await expect(other).toHaveTitle('changed')

    const known = await other.evaluate(async () => {
      const [one] = await engine.listPackages()
      const subtitles = await engine.subtitlesOfWork(200_001)
      const works = await engine.subtitledWorkIds()
      const texts = subtitles.map(({ path, content }) => `${path}: ${new TextDecoder().decode(content).slice(0, 22)}`)
      return { name: one?.fileName, texts, works: works.length, state: await engine.storageState() }
    })
    expect(known).toMatchObject({ name: 'first.zip', works: COUNT / 5 })
    expect(known.texts).toHaveLength(5)
    expect(known.texts[2]).toBe('RJ200001 作品/2.lrc: [00:01.00]first.zip 7 ')
    expect(known.state.usageBytes).toBeGreaterThan(0)
    expect(typeof known.state.isPersisted).toBe('boolean')

    expect(await take(page)).toEqual({ kind: 'importedAlready', fileName: 'first.zip' })
    await page.evaluate(async () => engine.deletePackage((await engine.listPackages())[0]!.id))
    expect(await rows(page)).toEqual([0, 0, 0])
  },
)

test('LSB-02 cancelling leaves nothing of a package', { tag: '@anyscreen' }, async ({ page }) => {
  await open(page)
  await choose(page, 'kept.zip', 10)
  expect(await take(page)).toEqual({ fileCount: 10, workCount: 2 })
  const before = await rows(page)

  await choose(page, 'cancelled.zip', 25_000)
  const problem = await page.evaluate(async () => {
    const controller = new AbortController()
    const file = document.querySelector('input')!.files![0]!
    const onProgress = ({ files }: { files: number }) => files > 0 && controller.abort()
    return engine
      .importPackage(file, { signal: controller.signal, onProgress })
      .catch((error: { problem: object }) => error.problem)
  })
  expect(problem).toEqual({ kind: 'cancelled' })
  expect(await rows(page)).toEqual(before)
})

test(
  'LSB-04 a database of version 1 is brought up to date; where that fails it stays as it was',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await open(page)
    const writeOld = (broken: number | null) =>
      page.evaluate(
        async ([count, broken]) => {
          const db = await new Promise<IDBDatabase>((resolve, reject) => {
            const request = indexedDB.open('local-subtitles', 1)
            request.onupgradeneeded = () => {
              for (const name of ['subtitle_package', 'subtitle_content', 'subtitle_record']) {
                const store = request.result.createObjectStore(name, { keyPath: 'id', autoIncrement: true })
                if (name !== 'subtitle_record') store.createIndex('file_hash', 'file_hash', { unique: true })
              }
            }
            request.onsuccess = () => resolve(request.result)
            request.onerror = () => reject(request.error!)
          })
          const stores = ['subtitle_package', 'subtitle_content', 'subtitle_record']
          const transaction = db.transaction(stores, 'readwrite')
          const created_at = new Date()
          const put = (store: number, row: object) =>
            transaction.objectStore(stores[store]!).put({ created_at, ...row })
          put(0, { id: 1, size: 5, file_name: 'old.zip', file_hash: 'a' })
          for (let id = 1; id <= count; id++) {
            put(1, { id, size: 1, file_hash: `${id}`, duration: 2, content: id === broken ? 7 : `[00:01.00]行 ${id}` })
            const subtitle_file_path = `RJ${300_000 + id}/a.lrc`
            put(2, { id, subtitle_file_path, subtitle_package_id: 1, subtitle_content_id: id })
          }
          await new Promise((resolve) => (transaction.oncomplete = resolve))
          db.close()
        },
        [COUNT, broken] as const,
      )
    const upgrade = () =>
      page.evaluate(async () => {
        const told: string[] = []
        try {
          await engine.openDatabase({
            onUpgrade: (progress) =>
              told.push('done' in progress ? `${progress.toVersion} ${progress.done}` : progress.state),
          })
          return { told, failed: null }
        } catch (error) {
          return { told, failed: (error as { problem: { kind: string; message: string } }).problem }
        }
      })

    await writeOld(2_200)
    const failed = await upgrade()
    expect(failed.failed).toMatchObject({ kind: 'upgradeFailed', message: expect.stringContaining('2200') })
    expect(failed.told).toContain('3 2000')
    expect(await rows(page)).toEqual([1, COUNT, COUNT])
    const version = () => page.evaluate(async () => (await indexedDB.databases()).map(({ version }) => version))
    expect(await version()).toEqual([1])

    await writeOld(null)
    const batches = [0, 1_000, 2_000, 2_500]
    expect(await upgrade()).toEqual({
      told: [2, 3].flatMap((to) => batches.map((done) => `${to} ${done}`)),
      failed: null,
    })
    expect(await version()).toEqual([3])
    const text = await page.evaluate(async () => {
      const [one] = await engine.subtitlesOfWork(302_222)
      return one!.content.constructor.name + new TextDecoder().decode(one!.content)
    })
    expect(text).toBe('Uint8Array[00:01.00]行 2222')
  },
)
