import type { VideoState } from '@otodana/contract'

import { ApiError } from '#lib/api/api.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { pause } from '#lib/pause.ts'

import type { AudioEngine } from '../engine/audio-engine.ts'
import type { PlayerCommands } from '../commands.ts'
import type { PlayerStore } from '../player.store.ts'
import { currentTrack, type QueueTrack } from '../queue/queue.ts'
import { followSound } from './follow-sound.ts'
import { pictureStore, type PictureStatus } from './picture.store.ts'

/** The server itself takes up to two seconds for its answer. */
const ASK_AGAIN_MS = 2_000
/** A video that broke off is loaded again this often. */
const MAX_TRIES = 3

export type PictureDeps = {
  /** A silent element that no other code controls. */
  video: HTMLVideoElement
  store: PlayerStore
  player: Pick<PlayerCommands, 'play' | 'pause'>
  engine: Pick<AudioEngine, 'position' | 'onPosition' | 'onDiscontinuity'>
  /** Has the server make the video of a track, and tells how far it is. */
  askState: (hash: string, signal: AbortSignal) => Promise<VideoState>
  savesData: () => boolean
  askAgainMs?: number
}

/** Why an address shows nothing: it breaks off, or it is sound only, as far as this browser can tell. */
type Failure = 'error' | 'noPicture'

export type Picture = ReturnType<typeof createPicture>

/**
 * Shows the picture of the current track in a silent element, in step with the sound, while a place for it is open. The
 * file itself is tried first, then the MP4 that the server makes of it. It is loaded once a place is open, and kept until
 * the track changes.
 */
export function createPicture(deps: PictureDeps) {
  const { video, store, player, engine, askState, savesData, askAgainMs = ASK_AGAIN_MS } = deps
  const { setState, getState } = pictureStore
  let places = 0
  let begun: { hash: string; ending: AbortController } | null = null
  /** The work for which the listener wants pictures although data is saved. */
  let wantedWorkId: number | null = null

  const isOpen = () => places > 0 && (document.visibilityState === 'visible' || getState().apart !== null)
  const { follow, stop } = followSound(video, store, engine, {
    isSeen: () => isOpen() && getState().status !== 'blocked',
    onBlocked: () => setStatus('blocked'),
    // Elsewhere browsers pause what is not seen.
    onTouched: (isMoving) => getState().apart === 'browsers' && (isMoving ? player.play() : player.pause()),
  })

  function setStatus(status: PictureStatus) {
    setState({ status, progress: null, isSeen: status === 'shown' && isOpen() })
  }

  function update() {
    const track = currentTrack(store.getState().queue)
    if (begun && begun.hash !== track?.hash) end()
    if (!begun && isOpen() && track?.videoUrl) begin(track)
    setState({ isSeen: getState().status === 'shown' && isOpen() })
    follow()
  }

  function begin(track: QueueTrack) {
    const ending = new AbortController()
    begun = { hash: track.hash, ending }
    if (savesData() && wantedWorkId !== track.workId) return setStatus('offered')
    show(track, ending.signal).catch((error: unknown) => {
      if (ending.signal.aborted) return
      setStatus('failed')
      if (!(error instanceof ApiError)) throw error
    })
  }

  function end() {
    begun?.ending.abort()
    begun = null
    video.removeAttribute('src')
    video.load()
    setStatus('none')
  }

  /** Shows a track's picture until the signal is aborted, or nothing is left to try. */
  async function show(track: QueueTrack, signal: AbortSignal) {
    if (!track.isStreamOnly) {
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        const { failure, wasShown } = await playUntilFailure(track.streamUrl, signal)
        // What this browser does not show it will not show the second time.
        if (failure === 'noPicture' || !wasShown) break
      }
    }
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const state = await untilMade(track.hash, signal)
      if (state !== 'ready') return setStatus(state)
      const { failure } = await playUntilFailure(track.videoUrl ?? '', signal)
      if (failure === 'noPicture') return setStatus('none')
    }
    setStatus('failed')
  }

  async function untilMade(hash: string, signal: AbortSignal): Promise<'ready' | 'none' | 'failed'> {
    for (;;) {
      const { state, progress } = await askState(hash, signal)
      signal.throwIfAborted()
      if (state !== 'making') return state
      setStatus('making')
      setState({ progress: progress ?? null })
      await pause(askAgainMs, signal)
    }
  }

  /** Plays an address in step with the sound. @returns why it ended, and whether its picture has been seen */
  function playUntilFailure(url: string, signal: AbortSignal): Promise<{ failure: Failure; wasShown: boolean }> {
    setStatus('loading')
    return new Promise((resolve, reject) => {
      const listeners = new AbortController()
      const options = { signal: listeners.signal }
      let wasShown = false
      const finish = (failure: Failure) => {
        listeners.abort()
        resolve({ failure, wasShown })
      }
      const stop = () => {
        listeners.abort()
        reject(signal.reason as Error)
      }
      signal.addEventListener('abort', stop, options)
      const handleSize = () => {
        if (video.videoWidth === 0) finish('noPicture')
        else setState({ ratio: video.videoWidth / video.videoHeight })
      }
      const handleFrame = () => {
        if (video.videoWidth === 0 || getState().status === 'shown') return
        wasShown = true
        setStatus('shown')
      }
      video.addEventListener('error', () => finish('error'), options)
      video.addEventListener('loadedmetadata', handleSize, options)
      video.addEventListener('resize', handleSize, options)
      for (const event of ['loadeddata', 'playing']) video.addEventListener(event, handleFrame, options)
      video.src = mediaAddress(url)
    })
  }

  video.addEventListener('enterpictureinpicture', () => setState({ apart: 'browsers' }))
  video.addEventListener('leavepictureinpicture', () => setState({ apart: null }))
  document.addEventListener('visibilitychange', update)
  const unsubscribe = store.subscribe(update)
  return {
    video,
    /** Opens a place in which the picture is seen. @returns what closes it */
    enter(): () => void {
      places++
      update()
      return () => {
        places--
        update()
      }
    },
    /** The listener asks for the picture, or wants another try. Within a gesture, so that the browser allows it. */
    request() {
      const track = currentTrack(store.getState().queue)
      if (!track) return
      wantedWorkId = track.workId
      if (getState().status === 'blocked') {
        setStatus('loading')
        follow()
      } else {
        end()
        update()
      }
    },
    disconnect() {
      document.removeEventListener('visibilitychange', update)
      unsubscribe()
      stop()
      end()
    },
  }
}
