import { useSettings } from '#features/settings/index.ts'
import { isApis } from '#lib/api/api-base.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { deviceStorage, tabStorage } from '#lib/storage/browser-storage.ts'

import type { AudioEngine } from './engine/audio-engine.ts'
import type { PlayerCommands } from './commands.ts'
import { skipChapter } from './chapters/skip-chapter.ts'
import { connectIdle } from './idle.ts'
import { readPositions } from './position/saved-positions.ts'
import { connectKeyboard } from './controls/shortcuts/keyboard.ts'
import { connectMediaSession } from './media-session.ts'
import { keptSources } from './engine/kept-source.ts'
import { addressOf } from './engine/quality.ts'
import { keepSingleActiveTab, tabsBoard } from './engine/single-active-tab.ts'
import { isReachable, skipBrokenTracks } from './engine/skip-broken-track.ts'
import { savePositions } from './position/save-positions.ts'
import { writePositions } from './position/write-positions.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import { playsBlobs } from './prefetch/plays-blobs.ts'
import { connectPrefetch, noPrefetch } from './prefetch/prefetch.ts'
import type { Prefetch } from './prefetch/prefetch.ts'
import { connectPrepareNext } from './prefetch/prepare-next.ts'
import type { Random } from './queue/queue.ts'
import { restoredFrom, restoreInto, savePlayer } from './position/saved-player.ts'
import { connectShake } from './sleep/connect-shake.ts'
import { askForMotion } from './sleep/motion-sensor.ts'
import { connectSleepTimer } from './sleep/connect-sleep-timer.ts'
import { sleepTimer } from './sleep/sleep-timer.store.ts'
import { watchForStalls } from './engine/stall-watcher.ts'
import { connectWakeLock } from './wake-lock.ts'

/** The state restored from the last visit. */
let restored: PlayerState | undefined

/**
 * Connects the player services for the life of the page.
 *
 * @param isBack the connection was lost, which is why this comes late
 * @returns the prefetched sound
 */
export function connectServices(
  store: PlayerStore,
  engine: AudioEngine,
  player: PlayerCommands,
  playsOpus: boolean,
  isBack: boolean,
): Prefetch {
  const tab = Math.random().toString(36).slice(2)
  const saved = savePlayer(store, [tabStorage, deviceStorage], tab, engine.position(), restored)
  const places = savePositions(
    store,
    engine,
    { read: readPositions, write: writePositions, writeOwn: saved.saveAt },
    tab,
  )
  // Phones end a hidden page without further events.
  addEventListener('pagehide', places.flush)
  document.addEventListener('visibilitychange', places.flush)
  connectSleepTimer(store, engine, player, sleepTimer)
  connectShake(sleepTimer, useSettings, globalThis, {
    ask: () => void askForMotion(),
    vibrate: (ms) => void navigator.vibrate?.(ms),
  })
  connectKeyboard(store, player, {
    seekBy: (seconds) => player.seekTo(engine.position() + seconds),
    skipChapter: (direction) => skipChapter(direction, engine, player),
  })
  connectIdle(store)
  const { unasked } = keepSingleActiveTab(store, player, tabsBoard)
  watchForStalls(store, unasked, globalThis, isBack)
  skipBrokenTracks(store, unasked, isReachable)
  if ('wakeLock' in navigator) connectWakeLock(navigator.wakeLock, store)
  if ('mediaSession' in navigator) connectMediaSession(navigator.mediaSession, store, engine, player)
  const kept = keptSources(playsOpus)
  const prefetch = !playsBlobs(navigator.userAgent)
    ? noPrefetch
    : connectPrefetch({
        store,
        engine,
        settings: useSettings,
        playsOpus,
        connection: () => navigator.connection ?? {},
        fetch: (url, init) => fetch(mediaAddress(url), init),
        isApis,
        isKept: (track, stream) => kept.find(track, stream, false) !== null,
      })
  connectPrepareNext({
    store,
    engine,
    settings: useSettings,
    findLocal: (track, stream) => kept.find(track, stream, false) ?? prefetch.peek(addressOf(track, stream, playsOpus)),
  })
  return prefetch
}

/** Restores what this tab, or else this device, played before. */
export function restoreSavedPlayer(store: PlayerStore, random: Random): void {
  const found = restoredFrom(tabStorage, random) ?? restoredFrom(deviceStorage, random)
  if (found) restored = restoreInto(store, found)
}
