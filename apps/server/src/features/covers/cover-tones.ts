import { setTimeout as delay } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { createSemaphore } from '#jobs/semaphore.ts'

type Tone = { colour: Promise<string | null>; forgetAtMs: number }

/** What was read, and until when (ms since 1970) it may be remembered. */
export type ReadTone = { colour: string; forgetAtMs: number }

type ToneDeps = {
  closing: AbortSignal
  log: Pick<FastifyBaseLogger, 'warn'>
}

const MAX_REMEMBERED = 20_000
/** More wait only when a client reads the whole library; the next visit has them. */
const MAX_WAITING = 20
/** A page is not kept waiting for a tint: what comes later is there for the next. */
const PATIENCE_MS = 150
const RETRY_AFTER_MS = 60_000

/**
 * Remembers the tones of covers, and computes one at a time: tones are not urgent, and a client that asks for those of the whole
 * library delays covers by one at most.
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
    const oldest = tones.size >= MAX_REMEMBERED ? tones.keys().next().value : undefined
    if (oldest !== undefined) tones.delete(oldest)
    tones.set(key, tone)
    return tone
  }

  return {
    /**
     * @param key   the same for as long as the cover is the same
     * @param read  asked for once, when it is this one's turn
     * @returns `#rrggbb`, or null when it is not to be had within 150 ms, or too many others wait for theirs
     */
    async find(key: string, read: () => Promise<ReadTone>): Promise<string | null> {
      const known = tones.get(key)
      const isKnown = known !== undefined && known.forgetAtMs > Date.now()
      if (!isKnown && semaphore.waitingCount() >= MAX_WAITING) return null
      const { colour } = isKnown ? known : begin(key, read)
      return Promise.race([colour, delay(PATIENCE_MS, null, { ref: false })])
    },

    /** Waits for the one that is being read; those that wait for their turn go without. */
    whenIdle: () => semaphore.whenIdle(),
  }
}
