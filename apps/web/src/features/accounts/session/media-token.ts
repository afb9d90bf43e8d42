import { createMediaToken } from '@otodana/contract'

import type { Api } from '#lib/api/api.ts'
import { setMediaToken } from '#lib/api/media-address.ts'
import { number, objectOf, text } from '#lib/readers.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

import { useSession } from './session.store.ts'

const HOUR_MS = 3_600_000
/** A token is good for twelve hours at least: it is renewed when half of them are over. */
const RENEWED_AFTER_MS = 6 * HOUR_MS

/** Kept on the device, so that after a reload addresses are as they were and the browser's cache knows them. */
const readKept = objectOf({
  token: text(4_000),
  /** The end of the session's token: to whom this one belongs. */
  session: text(100),
  sinceMs: number(),
})

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Gets what files and covers have to be asked for with where the library is closed, and sees to it from now on that it is
 * good.
 *
 * @param session  the session's token, which itself never stands in an address
 * @throws {ApiError}
 */
export async function openMedia(api: Api, session: string): Promise<void> {
  const kept = findKept(session) ?? (await make(api, session))
  const isStill = () => useSession.getState().token === session
  if (!isStill()) return
  setMediaToken(kept.token)
  useSession.setState({ isMediaReady: true })
  renewIn(kept.sinceMs + RENEWED_AFTER_MS - Date.now())

  function renewIn(ms: number, tries = 0) {
    clearTimeout(timer)
    timer = setTimeout(() => isStill() && void renew(tries), Math.min(ms, RENEWED_AFTER_MS))
  }
  async function renew(tries: number) {
    try {
      const { token } = await make(api, session)
      if (!isStill()) return
      setMediaToken(token)
      renewIn(RENEWED_AFTER_MS)
    } catch {
      // The present one is good for hours yet. Whatever was the matter, it is tried again; an ended session ends this too.
      renewIn(recoveryDelayMs(tries), tries + 1)
    }
  }
}

async function make(api: Api, session: string) {
  const { token } = await api(createMediaToken, {})
  const made = { token, session: endOf(session), sinceMs: Date.now() }
  writeJson(deviceStorage, 'media-token', made)
  return made
}

function findKept(session: string) {
  const kept = readJson(deviceStorage, 'media-token', readKept)
  if (!kept || kept.session !== endOf(session)) return null
  const ageMs = Date.now() - kept.sinceMs
  return ageMs >= 0 && ageMs < RENEWED_AFTER_MS ? kept : null
}

const endOf = (session: string) => session.slice(-24)
