import { MAX_HEARD_AT_ONCE } from '@otodana/contract'

import { ApiError } from '#lib/api/api.ts'

import type { HeardTrack, HistoryLog } from './history-log.ts'

type Deps = {
  log: Pick<HistoryLog, 'unsent' | 'sent' | 'clear'>
  /** @returns whether the account's history is on */
  save(owner: number, tracks: readonly HeardTrack[]): Promise<boolean>
  /** The server does not store it: the account's history is off. */
  onOff(owner: number): void
}

/** Sends a member's unsent listening. A failure waits for the next call. */
export function createHistorySender({ log, save, onOff }: Deps) {
  let isSending = false

  return {
    async send(owner: number): Promise<void> {
      const tracks = log.unsent(owner).slice(0, MAX_HEARD_AT_ONCE)
      if (isSending || tracks.length === 0) return
      isSending = true
      try {
        const isOn = await save(owner, tracks)
        if (isOn) log.sent(owner, tracks, Date.now())
        else {
          log.clear(owner, Date.now())
          onOff(owner)
        }
      } catch (error) {
        // Not reported: it stays on the device, and playback does not depend on it.
        if (!(error instanceof ApiError)) throw error
      } finally {
        isSending = false
      }
    },
  }
}
