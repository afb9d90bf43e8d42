import { setTimeout as delay } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { createSemaphore } from '#jobs/semaphore.ts'

type Tone = { colour: Promise<string | null>; forgetAtMs: number }

/** A tone, and when it expires (ms since 1970). */
export type ReadTone = { colour: string; forgetAtMs: number }

type ToneDeps = {
  closing: AbortSignal
  log: Pick<FastifyBaseLogger, 'warn'>
}

const MAX_CACHED = 20_000
/** More wait only if a client reads the whole library; the next visit gets them. */
const MAX_WAITING = 20
/** Pages do not wait longer; a later result is for the next one. */
const PATIENCE_MS = 150
const RETRY_AFTER_MS = 60_000

/**
 * Caches cover tones, and computes one at a time: tones are not urgent, and a client that requests those of the whole
 * library must delay covers by one at most.
 */
export function createCoverTones({ closing, log }: ToneDeps) {
  const semaphore = createSemaphore(1)
  const tones = new Map<string, Tone>()

  function begin(key: string, read: () => Promise<ReadTone>): Tone {
    const tone: Tone = {
      forgetAtMs: Infinity,
      colour: semaphore
        .run(async () => {
          closing.throwIfAborted()
          return read()
        })
        .then(
          ({ colour, forgetAtMs }) => {
            tone.forgetAtMs = forgetAtMs
            return colour
          },
          (error: unknown) => {
            tone.forgetAtMs = Date.now() + RETRY_AFTER_MS
            if (!closing.aborted) log.warn({ err: error, cover: key }, 'the tone of a cover could not be read')
            return null
          },
        ),
    }
    tones.delete(key)
    const oldest = tones.size >= MAX_CACHED ? tones.keys().next().value : undefined
    if (oldest !== undefined) tones.delete(oldest)
    tones.set(key, tone)
    return tone
  }

  return {
    /**
     * @param key   identifies the cover's content
     * @param read  called at most once, when its turn comes
     * @returns `#rrggbb`, or null if it takes over 150 ms or too many others are waiting
     */
    async find(key: string, read: () => Promise<ReadTone>): Promise<string | null> {
      const known = tones.get(key)
      const isKnown = known !== undefined && known.forgetAtMs > Date.now()
      if (!isKnown && semaphore.waitingCount() >= MAX_WAITING) return null
      const { colour } = isKnown ? known : begin(key, read)
      return Promise.race([colour, delay(PATIENCE_MS, null, { ref: false })])
    },

    /** Waits for the current one; waiting ones are skipped. */
    whenIdle: () => semaphore.whenIdle(),
  }
}
