import type { CDPSession, Page } from '@playwright/test'
import sharp from 'sharp'

/** Frame statistics of a page during an action. */
export type Frames = {
  /** Frames in the second with the fewest. */
  slowestSecond: number
  longestGapMs: number
  /** CPU time of the page's main thread, independent of other load on the machine. */
  mainThreadMs: number
  /** CPU time of the longest task: above 20 ms, 50 frames per second are impossible. */
  longestTaskMs: number
}

const TASKS = 'disabled-by-default-devtools.timeline'

/** Counts the page's animation frames while `act` runs. */
export async function countFrames(page: Page, act: () => Promise<void>): Promise<Frames> {
  const recorder = await page.evaluateHandle(() => {
    const times: number[] = []
    let request = requestAnimationFrame(function note(time) {
      times.push(time)
      request = requestAnimationFrame(note)
    })
    return { times, stop: () => cancelAnimationFrame(request) }
  })
  const browser = page.context().browser()!
  await browser.startTracing(page, { categories: [TASKS] })
  await act()
  const tasks = mainThreadTasks(await browser.stopTracing())
  const times = await recorder.evaluate(({ times, stop }) => {
    stop()
    return times
  })
  await recorder.dispose()
  return { ...summarize(times), ...tasks }
}

type TraceEvent = { name: string; pid: number; tid: number; args: { name?: string }; tdur?: number }

/** Returns the busiest main thread's tasks: a trace also contains other pages' and workers' threads. */
function mainThreadTasks(trace: Buffer): Pick<Frames, 'mainThreadMs' | 'longestTaskMs'> {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  )
  const tasks = traceEvents.filter((event) => event.name === 'RunTask' && main.has(thread(event)))
  const [mine] = [...Map.groupBy(tasks, thread).values()]
    .map((events) => events.map(({ tdur = 0 }) => tdur / 1_000))
    .map((times) => ({ mainThreadMs: times.reduce((sum, ms) => sum + ms, 0), longestTaskMs: Math.max(...times) }))
    .toSorted((a, b) => b.mainThreadMs - a.mainThreadMs)
  if (!mine) throw new Error('the browser traced no tasks')
  return mine
}

/** @param times  start of each frame, in milliseconds */
export function summarize(times: readonly number[]): Pick<Frames, 'slowestSecond' | 'longestGapMs'> {
  let slowestSecond = Number.POSITIVE_INFINITY
  let longestGapMs = 0
  const end = times.at(-1) ?? 0
  for (const [index, start] of times.entries()) {
    longestGapMs = Math.max(longestGapMs, (times[index + 1] ?? start) - start)
    if (start + 1_000 > end) continue
    // One millisecond of tolerance: a frame due at the second's end may be slightly early or late.
    const frames = times.filter((time) => time > start && time <= start + 1_001).length
    slowestSecond = Math.min(slowestSecond, frames)
  }
  if (slowestSecond === Number.POSITIVE_INFINITY) throw new Error('less than a second of frames was recorded')
  return { slowestSecond, longestGapMs }
}

/** Records a picture of every frame that the browser shows while `act` runs. */
export async function recordScreen(page: Page, act: () => Promise<void>): Promise<Buffer[]> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const pictures: Buffer[] = []
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(Buffer.from(data, 'base64'))
    // The page may be closed before the last one.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 })
  await act()
  await session.send('Page.stopScreencast')
  await session.detach()
  return pictures
}

/**
 * Returns the height of a picture's tallest empty area in pixels: lines without differences between neighbouring
 * pixels.
 *
 * @param from  the first line to check, as a share of the picture's height
 */
export async function tallestBlank(picture: Buffer, from: number): Promise<number> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  let tallest = 0
  let blank = 0
  for (let line = Math.ceil(info.height * from); line < info.height; line += 1) {
    blank = hasWriting(data.subarray(line * info.width, (line + 1) * info.width)) ? 0 : blank + 1
    tallest = Math.max(tallest, blank)
  }
  return tallest
}

function hasWriting(line: Uint8Array): boolean {
  let edges = 0
  for (let at = 1; at < line.length; at += 1) if (Math.abs(line[at]! - line[at - 1]!) > 24) edges += 1
  return edges >= 6
}
