/** A whole work is saved: into a folder, which the browser's own private one stands in for, or as one zip. */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'

import { expect, expectAccessible, test as base, type Page } from './fixtures.ts'
import { hydrated } from './hydrated.ts'
import { startServer } from './start-server.ts'

const WORK = '/work/RJ09900007'
const FOLDER = 'RJ09900007 波の音： 夜？'
const MEGABYTE = 1_000_000

const noise = (length: number, seed: number) =>
  Buffer.from(Uint8Array.from({ length }, (_, index) => (index * seed + (index >> 8) * 7) & 0xff))
const files = {
  'WAV/01 波.wav': noise(3 * MEGABYTE, 3),
  'WAV/02 月.wav': noise(MEGABYTE, 5),
  'mp3/01 波.mp3': noise(300_000, 11),
  'con.txt': Buffer.from('おやすみなさい。'),
}
/** `con` is a device of Windows. */
const saved: Record<string, Buffer> = {
  'WAV/01 波.wav': files['WAV/01 波.wav'],
  'WAV/02 月.wav': files['WAV/02 月.wav'],
  'mp3/01 波.mp3': files['mp3/01 波.mp3'],
  '_con.txt': files['con.txt'],
}

/** The server behind a line that can be held. */
type Line = {
  url: string
  /** From now on no more than so many bytes of a file of that length come; null for all of them. */
  hold: (fileBytes: number, afterBytes: number | null) => void
  /** Files of that length are not there, or are again. */
  hide: (fileBytes: number | null) => void
  /** The ranges that were asked for. */
  ranges: string[]
  stop: () => Promise<void>
}

async function startLine(): Promise<Line> {
  const dir = mkdtempSync(join(tmpdir(), 'otodana-downloads-'))
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, 'RJ09900007 波の音: 夜?', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const server = await startServer({ env: { LIBRARY_DIRS: dir } })
  const line = await aLine(server.url)
  return {
    ...line,
    async stop() {
      await line.stop()
      await server.stop()
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const test = base.extend<{ line: Line }>({
  line: async ({ startOnce }, use) => use(await startOnce(startLine)),
  baseURL: ({ line }, use) => use(line.url),
})

test.describe.configure({ mode: 'default' })

async function aLine(target: string): Promise<Line> {
  let held: { fileBytes: number; afterBytes: number } | null = null
  let hidden: number | null = null
  const waiting: (() => void)[] = []
  const ranges: string[] = []
  const proxy = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming
    const isFile = url.startsWith('/api/media/download/')
    if (isFile && headers.range) ranges.push(`${headers.range} ${headers['if-range'] ? 'if unchanged' : ''}`)
    const upstream = ask(target + url, { method, headers, agent: false }, (answer) => {
      const [, total = answer.headers['content-length']] = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '') ?? []
      if (isFile && Number(total) === hidden) {
        answer.resume()
        outgoing.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"file.notFound"}')
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      if (isFile && Number(total) === held?.fileBytes) void trickle(answer, outgoing, held.afterBytes)
      else answer.pipe(outgoing)
    })
    outgoing.on('close', () => upstream.destroy())
    // The browser has left before there was an answer.
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  })

  async function trickle(answer: AsyncIterable<Buffer>, outgoing: ServerResponse, afterBytes: number): Promise<void> {
    try {
      let passed = 0
      for await (const bytes of answer) {
        const now = bytes.subarray(0, Math.max(0, afterBytes - passed))
        outgoing.write(now)
        passed += now.length
        if (now.length === bytes.length) continue
        await new Promise<void>((go) => waiting.push(go))
        outgoing.write(bytes.subarray(now.length))
        passed = -Infinity
      }
      outgoing.end()
    } catch {
      // The receiver has left, and the server's answer with it.
      outgoing.destroy()
    }
  }

  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    hold(fileBytes, afterBytes) {
      held = afterBytes === null ? null : { fileBytes, afterBytes }
      for (const go of waiting.splice(0)) go()
    },
    hide(fileBytes) {
      hidden = fileBytes
    },
    ranges,
    async stop() {
      proxy.closeAllConnections()
      await new Promise((closed) => proxy.close(closed))
    },
  }
}

/** The picker gives a folder of the browser's own private store, by the name in `pickedFolder`. */
async function withPicker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, {
      pickedFolder: 'Music',
      async showDirectoryPicker() {
        const root = await navigator.storage.getDirectory()
        return root.getDirectoryHandle((window as unknown as { pickedFolder: string }).pickedFolder, { create: true })
      },
    })
  })
}

/** What lies in a folder: the digest of each file by its path. */
function savedIn(page: Page, folder: string): Promise<Record<string, string>> {
  return page.evaluate(async (name) => {
    const found: Record<string, string> = {}
    const walk = async (directory: FileSystemDirectoryHandle, path: string) => {
      for await (const handle of directory.values()) {
        if (handle.kind === 'directory') await walk(handle, `${path}${handle.name}/`)
        else {
          const file = await handle.getFile()
          const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
          const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
          found[path + handle.name] = `${file.size} ${hex}`
        }
      }
    }
    const root = await navigator.storage.getDirectory()
    await walk(await root.getDirectoryHandle(name, { create: true }), '')
    return found
  }, folder)
}
const described = (bytes: Buffer) => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}`
const everything = Object.fromEntries(
  Object.entries(saved).map(([path, bytes]) => [`${FOLDER}/${path}`, described(bytes)]),
)

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Download/ })
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name, exact: true })
/** Once it is being saved. */
const fileRow = (page: Page, name: string) =>
  page.getByRole('dialog', { name: 'Download', exact: true }).getByRole('listitem').filter({ hasText: name })

async function open(page: Page): Promise<void> {
  await page.goto(WORK)
  await hydrated(page)
  await page.getByRole('button', { name: 'Download all' }).click()
}

test(
  'DLD-02 WRK-01 a work is saved into a folder: chosen, paused, gone on with after a reload, tried again, cancelled',
  { tag: '@anyscreen' },
  async ({ page, line, allow }) => {
    allow(/404/)
    await withPicker(page)
    // A touch screen, and a name that phones have when they request desktop pages.
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })
      Object.defineProperty(navigator, 'userAgent', {
        value: navigator.userAgent.replace(/\(.*?\)/, '(X11; Linux x86_64)'),
      })
    })
    await open(page)

    // Asked once.
    await expect(dialog(page)).toContainText('Are you using a mobile device?')
    await button(page, 'No, a computer').click()
    const total = dialog(page).getByRole('status')
    await expect(total).toHaveText('4 files, 4.3 MB')
    await button(page, 'WAV only').click()
    await expect(total).toHaveText('2 files, 4.0 MB')
    const folder = dialog(page).getByRole('checkbox', { name: /^WAV/ })
    await expect(folder).toBeChecked()
    await dialog(page).getByRole('checkbox', { name: '02 月.wav' }).uncheck()
    expect(await folder.evaluate((box: HTMLInputElement) => box.indeterminate)).toBe(true)
    await expectAccessible(page)

    // The first file stops in the middle, and a pause keeps what has come.
    await button(page, 'Everything').click()
    line.hold(3 * MEGABYTE, 2 * MEGABYTE)
    await button(page, 'Choose a folder…').click()
    await expect(fileRow(page, '01 波.wav')).toContainText('66%')
    await expect(fileRow(page, 'con.txt')).toContainText('Saved')
    await button(page, 'Continue in the background').click()
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('button', { name: /^波の音.*%$/ }).click()
    await button(page, 'Pause').click()
    await expect(dialog(page).getByRole('status')).toContainText('Paused')
    const part = `${FOLDER}/WAV/01 波.wav.part`
    await expect.poll(async () => Object.keys(await savedIn(page, 'Music'))).toContain(part)
    expect((await savedIn(page, 'Music'))[part]).toBe(described(files['WAV/01 波.wav'].subarray(0, 2 * MEGABYTE)))

    // Another visit goes on with it; what is there is not asked for again; a file that does not come is tried again.
    line.hold(0, null)
    line.hide(300_000)
    await page.evaluate(async () => {
      const music = await (await navigator.storage.getDirectory()).getDirectoryHandle('Music')
      for await (const work of music.values()) {
        await (await (work as FileSystemDirectoryHandle).getDirectoryHandle('mp3')).removeEntry('01 波.mp3')
      }
    })
    await open(page)
    await button(page, 'Choose a folder…').click()
    await expect(dialog(page).getByRole('status')).toContainText('1 file could not be saved')
    expect(line.ranges).toEqual([`bytes=${2 * MEGABYTE}- if unchanged`])
    await expect(fileRow(page, '02 月.wav')).toContainText('Already there')
    await expect(fileRow(page, '01 波.mp3')).toContainText('The server no longer has this file.')
    await expectAccessible(page)
    line.hide(null)
    await button(page, 'Try 1 file again').click()
    await expect(dialog(page).getByRole('status')).toHaveText(`All files are in “${FOLDER}” in the folder “Music”.`)
    expect(await savedIn(page, 'Music')).toEqual(everything)
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(dialog(page)).toBeHidden()

    // Cancelled, whole files stay and nothing of the others does.
    line.hold(3 * MEGABYTE, MEGABYTE)
    await page.evaluate(() => Object.assign(window, { pickedFolder: 'Other' }))
    await page.getByRole('button', { name: 'Download all' }).click()
    await button(page, 'Choose a folder…').click()
    await expect(fileRow(page, '01 波.wav')).toContainText('33%')
    await expect(fileRow(page, '01 波.mp3')).toContainText('Saved')
    await button(page, 'Cancel').click()
    await button(page, 'Cancel the download').click()
    await expect(total).toHaveText('4 files, 4.3 MB')
    const { [`${FOLDER}/WAV/01 波.wav`]: _first, ...others } = everything
    expect(await savedIn(page, 'Other')).toEqual(others)
    line.hold(0, null)
  },
)

test(
  'DLD-02 where the browser cannot write into a folder it says so and saves one zip',
  { tag: '@anyscreen' },
  async ({ page }) => {
    await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined }))
    await open(page)
    await expect(dialog(page).getByRole('note')).toContainText('This browser cannot save files to a folder.')
    await expect(button(page, 'Choose a folder…')).toHaveCount(0)
    await dialog(page).getByRole('checkbox', { name: /^WAV/ }).uncheck()
    const coming = page.waitForEvent('download')
    await button(page, 'Save as one zip').click()
    const download = await coming
    expect(download.suggestedFilename()).toBe(`${FOLDER}.zip`)
    const archive = await readFile(await download.path())
    const entries = await new ZipReader(new Uint8ArrayReader(new Uint8Array(archive))).getEntries()
    const content: Record<string, string> = {}
    for (const entry of entries) {
      if (!entry.directory)
        content[entry.filename] = described(Buffer.from(await entry.getData(new Uint8ArrayWriter())))
    }
    const wanted = Object.entries(everything).filter(([path]) => !path.includes('/WAV/'))
    expect(content).toEqual(Object.fromEntries(wanted))
  },
)
