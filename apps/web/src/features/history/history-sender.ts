import { MAX_HEARD_AT_ONCE } from '@otodana/contract'

import { ApiError } from '#lib/api/api.ts'

import { type HeardTrack, type HistoryLog, MAX_LOGGED } from './history-log.ts'

type Deps = {
  log: Pick<HistoryLog, 'unsent' | 'sent' | 'clear'>
  /** Whether the owner is still logged in. */
  isStill(owner: number): boolean
  /** @returns whether the account's history is on */
  save(tracks: readonly HeardTrack[]): Promise<boolean>
  /** The server does not store it: the account's history is off. */
  onOff(owner: number): void
}

/** Sends a member's unsent listening. A failure waits for the next call; a call during another one runs after it. */
export function createHistorySender({ log, isStill, save, onOff }: Deps) {
  let isSending = false
  let wanted: number | null = null

  async function sendAll(owner: number): Promise<void> {
    // At most a full log: in a browser that stores nothing, everything stays unsent.
    for (let left = MAX_LOGGED; left > 0 && isStill(owner); left -= MAX_HEARD_AT_ONCE) {
      const tracks = log.unsent(owner).slice(0, MAX_HEARD_AT_ONCE)
      if (tracks.length === 0) return
      if (!(await save(tracks))) {
        log.clear(owner, Date.now())
        return onOff(owner)
      }
      log.sent(owner, tracks, Date.now())
    }
  }

  return {
    async send(owner: number): Promise<void> {
      wanted = owner
      if (isSending) return
      isSending = true
      try {
        while (wanted !== null) {
          const next: number = wanted
          wanted = null
          await sendAll(next).catch(ignoreFailure)
        }
      } finally {
        isSending = false
      }
    },
  }
}

/** What was not sent stays on the device, and playback does not depend on it. */
function ignoreFailure(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
}
