import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { aZip } from '../apps/web/src/test/a-zip.ts'
import { type Engine, startSubtitleEngine } from '../e2e/subtitle-engine.ts'
import { findHeadlessChromium } from '../scripts/ensure-test-tools.ts'
import { type Figure, figure } from './figure.ts'

const FILES = Number(process.argv[3] ?? 100_000)
const FILES_A_WORK = 5
const LINES = 80

declare const engine: Engine

/**
 * Imports a package of 100,000 different subtitles of 20,000 works in a real browser during an animation: measures the
 * duration and the frame rate. The last argument changes the number of files.
 */
export async function run(): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'otodana-bench-import-'))
  const path = join(folder, 'subtitles.zip')
  const bytes = makePackage()
  writeFileSync(path, bytes)
  console.log(`package: ${FILES.toLocaleString('en')} files, ${(bytes.length / 1e6).toFixed(0)} MB`)
  const server = await startSubtitleEngine()
  const executablePath = await findHeadlessChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const page = await context.newPage()
    page.on('console', (message) => console.log(message.text()))
    page.on('pageerror', (error) => console.log(error))
    await page.goto(server.url)
    await page.waitForFunction(() => 'engine' in window)
    await page.setInputFiles('input', path)
    const still = await page.evaluate(watchFrames, 'nothing')
    const taken = await page.evaluate(watchFrames, 'import')
    const read = await readAgain(page)
    console.log(
      `frames of an idle page ${still.framesPerSecond.toFixed(1)}/s; subtitles of a work ${read.workMs.toFixed(1)} ms, all works' ids ${read.idsMs.toFixed(0)} ms, deleting ${(read.deleteMs / 1_000).toFixed(1)} s`,
    )
    return figure('subtitle-import', [
      {
        name: `${FILES.toLocaleString('en')} files`,
        value: taken.seconds,
        unit: 's',
        goal: 30,
        better: 'less',
        digits: 1,
      },
      { name: 'frames meanwhile', value: taken.framesPerSecond, unit: '/s', goal: 57, better: 'more', digits: 1 },
      { name: 'longest task of the page', value: taken.longestTaskMs, unit: 'ms', goal: 50, better: 'less' },
    ])
  } finally {
    await context.close()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Counts frames of an animation while the package is imported, or for two seconds. */
async function watchFrames(what: string) {
  let [frames, isOver, longestTaskMs] = [0, false, 0]
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
  })
  observer.observe({ type: 'longtask' })
  const input = document.querySelector('input')!
  const draw = (time: number) => {
    frames++
    input.style.opacity = String(0.75 + Math.sin(time / 300) / 4)
    if (!isOver) requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
  const from = performance.now()
  if (what === 'import') {
    const file = input.files![0]!
    const steps = new Map<string, number>()
    const imported = await engine.importPackage(file, {
      onProgress: ({ step }) => steps.set(step, performance.now() - from),
    })
    for (const [step, at] of steps) console.log(`${step} until ${(at / 1_000).toFixed(1)} s`)
    if (imported.skippedCount > 0) throw new Error(`${imported.skippedCount} files were skipped`)
  } else {
    await new Promise((resolve) => setTimeout(resolve, 2_000))
  }
  const seconds = (performance.now() - from) / 1_000
  isOver = true
  observer.disconnect()
  return { seconds, framesPerSecond: frames / seconds, longestTaskMs }
}

async function readAgain(page: Page) {
  return page.evaluate(async () => {
    const timed = async <T>(work: () => Promise<T>) => {
      const from = performance.now()
      const result = await work()
      return [result, performance.now() - from] as const
    }
    const [ids, idsMs] = await timed(() => engine.subtitledWorkIds())
    const [subtitles, workMs] = await timed(() => engine.subtitlesOfWork(ids.at(-1)!))
    if (subtitles.length !== 5) throw new Error(`${subtitles.length} subtitles`)
    const [one] = await engine.listPackages()
    const [, deleteMs] = await timed(() => engine.deletePackage(one!.id))
    return { idsMs, workMs, deleteMs }
  })
}

function makePackage(): Uint8Array {
  const files = Array.from({ length: FILES }, (_, index) => {
    const work = 100_000 + Math.floor(index / FILES_A_WORK)
    const lines = Array.from({ length: LINES }, (_, line) => {
      const at = `${String(Math.floor(line / 10)).padStart(2, '0')}:${String((line * 6) % 60).padStart(2, '0')}.${(index + line) % 100}`
      return `[${at}]${words[(index + line * 7) % words.length]}、${words[(index * 3 + line) % words.length]}`
    })
    return {
      name: `RJ${work} 作品/字幕/${index % FILES_A_WORK}.lrc`,
      content: `[ti:${index}]\n${lines.join('\n')}\n`,
      isDeflated: true,
      isUtf8: true,
    }
  })
  return aZip(files)
}

const words =
  '雨の音がする 夜の電車 おやすみなさい 窓をあけて 静かな海 耳をすませて 遠い灯り 星がきれい ゆっくり息をして 本を読む声 あたたかいお茶 風鈴 だれもいない駅'.split(
    ' ',
  )
