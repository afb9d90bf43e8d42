import { fork } from 'node:child_process'
import { on } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as z from 'zod'

const folder = new URL('../../../demo-library/', import.meta.url)

/** The program that generates the demo library. Servers with another library do not need that folder. */
const demoProgram = fileURLToPath(new URL('src/main.ts', folder))

export const isDemoProgramThere = (): boolean => existsSync(demoProgram)

/** Number of completed steps, and how many of them are works. */
const Progress = z.object({ done: z.number(), total: z.number(), works: z.number(), totalWorks: z.number() })
const Made = z.object({ created: z.boolean(), works: z.number() })
const Message = z.object({ progress: z.optional(Progress), made: z.optional(Made) })

export type DemoProgress = z.infer<typeof Progress>

type DemoRun = {
  dir: string
  /** null: without the formats that need ffmpeg. */
  ffmpegPath: string | null
  onProgress: (progress: DemoProgress) => void
  /** Ends the program. */
  signal: AbortSignal
  program?: string
}

/**
 * Runs the program to its end.
 *
 * @returns whether it generated anything, and the number of works
 * @throws {Error} the program's message, or how it ended; or the signal's reason
 */
export async function runDemoProgram({ dir, ffmpegPath, onProgress, signal, program = demoProgram }: DemoRun) {
  const child = fork(program, [dir, ...(ffmpegPath === null ? [] : ['--ffmpeg', ffmpegPath])], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaint = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  try {
    for await (const [message] of on(child, 'message', { close: ['close'], signal })) {
      const { progress, made } = Message.parse(message)
      if (made) return made
      if (progress) onProgress(progress)
    }
  } finally {
    child.kill()
  }
  throw new Error(complaint.trim() || `the program ended by ${child.signalCode ?? `code ${child.exitCode}`}`)
}
