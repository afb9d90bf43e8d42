import { createMediaToken } from '@otodana/contract'

import type { Api } from '#lib/api/api.ts'
import { setMediaToken } from '#lib/api/media-address.ts'
import { number, objectOf, text } from '#lib/readers.ts'
import { recoveryDelayMs } from '#lib/api/recovery.ts'
import { deviceStorage, readJson, writeJson } from '#lib/storage/browser-storage.ts'

import { useSession } from './session.store.ts'

const HOUR_MS = 3_600_000
/** Tokens are valid for at least twelve hours, and renewed after half of that. */
const RENEWED_AFTER_MS = 6 * HOUR_MS

/** Stored on the device, so that URLs, and with them the browser's cache, stay valid after a reload. */
const readSaved = objectOf({
  token: text(4_000),
  /** End of the session's token, which identifies the owner. */
  session: text(100),
  sinceMs: number(),
})

let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Gets a media token for a closed library, and keeps it valid from then on.
 *
 * @param session  the session's token, which is never part of a URL
 * @throws {ApiError}
 */
export async function openMedia(api: Api, session: string): Promise<void> {
  const saved = findSaved(session) ?? (await make(api, session))
  const isStill = () => useSession.getState().token === session
  if (!isStill()) return
  setMediaToken(saved.token)
  useSession.setState({ isMediaReady: true })
  renewIn(saved.sinceMs + RENEWED_AFTER_MS - Date.now())

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
      // The present one is valid for hours, so any failure is retried; a session's end stops this.
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

function findSaved(session: string) {
  const kept = readJson(deviceStorage, 'media-token', readSaved)
  if (!kept || kept.session !== endOf(session)) return null
  const ageMs = Date.now() - kept.sinceMs
  return ageMs >= 0 && ageMs < RENEWED_AFTER_MS ? kept : null
}

const endOf = (session: string) => session.slice(-24)
