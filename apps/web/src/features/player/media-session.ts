import { useSettings } from '#features/settings/index.ts'
import { mediaAddress } from '#lib/api/media-address.ts'

import type { AudioEngine } from './engine/audio-engine.ts'
import { isActive, effectiveRate } from './commands.ts'
import type { PlayerCommands } from './commands.ts'
import { chapterIndexAt } from './chapters/chapters.ts'
import { chapterStore } from './chapters/chapters.store.ts'
import { followPlayer } from './follow-player.ts'
import type { PlayerStore } from './player.store.ts'
import { currentTrack } from './queue/queue.ts'

/**
 * Shows the current track in the system's media controls (lock screen, media keys, headset) and handles their actions.
 *
 * @param session `navigator.mediaSession`; actions unknown to the browser are left out
 */
export function connectMediaSession(
  session: MediaSession,
  store: PlayerStore,
  engine: AudioEngine,
  commands: PlayerCommands,
): void {
  let shown: string | undefined

  /** Names the chapter that plays before the track, if it has a title. */
  function showTrack() {
    const track = currentTrack(store.getState().queue)
    const { chapters } = chapterStore.getState()
    const chapter = chapters[chapterIndexAt(chapters, engine.position())]?.title
    const title = chapter ? `${chapter} · ${track?.title}` : track?.title
    // Called four times a second.
    if (`${track?.hash} ${title}` === shown) return
    shown = `${track?.hash} ${title}`
    session.metadata = track
      ? new MediaMetadata({
          title: title ?? '',
          artist: track.circle ?? '',
          album: track.workTitle,
          artwork: [{ src: mediaAddress(track.coverUrl) }],
        })
      : null
  }

  function showState() {
    const { queue, status } = store.getState()
    showTrack()
    session.playbackState = currentTrack(queue) ? (isActive(status) ? 'playing' : 'paused') : 'none'
    showPosition()
  }

  function showPosition() {
    const duration = engine.duration()
    if (duration === null) session.setPositionState()
    else
      session.setPositionState({
        duration,
        position: Math.min(engine.position(), duration),
        playbackRate: effectiveRate(store.getState()),
      })
  }

  function handle(action: MediaSessionAction, handler: MediaSessionActionHandler) {
    try {
      session.setActionHandler(action, handler)
    } catch (error) {
      // Browsers throw for unknown actions.
      if (!(error instanceof TypeError)) throw error
    }
  }

  handle('play', commands.play)
  handle('pause', commands.pause)
  handle('previoustrack', commands.previous)
  handle('nexttrack', commands.next)
  handle('seekto', ({ seekTime }) => seekTime !== undefined && commands.seekTo(seekTime))
  handle('seekbackward', ({ seekOffset }) =>
    commands.seekTo(engine.position() - (seekOffset ?? useSettings.getState().rewindSeekTime)),
  )
  handle('seekforward', ({ seekOffset }) =>
    commands.seekTo(engine.position() + (seekOffset ?? useSettings.getState().forwardSeekTime)),
  )

  followPlayer(store, showState)
  engine.onDiscontinuity(showPosition)
  engine.onPosition(showTrack)
  chapterStore.subscribe(showTrack)
}
