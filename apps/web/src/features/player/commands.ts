import { FAST_RATE, rateAfter, volumeAfter } from './engine/loudness.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import * as rules from './queue/queue.ts'
import type { PlayMode, QueueChange, QueueTrack, Random } from './queue/queue.ts'

export type PlayerCommands = ReturnType<typeof createCommands>

/** Everything a listener can do. A command changes the queue and sets a signal; it never touches the engine. */
export function createCommands(store: PlayerStore, random: Random, isLouderAllowed: () => boolean = () => false) {
  function apply(change: (queue: rules.Queue) => QueueChange) {
    store.setState(({ queue, signals }) => {
      const { queue: changed, asks } = change(queue)
      return { queue: changed, signals: { ...signals, transport: asks === 'nothing' ? signals.transport : want(asks) } }
    })
  }

  function ask(asks: 'play' | 'pause') {
    if (rules.currentTrack(store.getState().queue)) apply((queue) => ({ queue, asks }))
  }

  function seekTo(seconds: number) {
    if (!Number.isFinite(seconds) || !rules.currentTrack(store.getState().queue)) return
    store.setState(({ signals }) => ({ signals: { ...signals, seek: { wantSeek: Math.max(0, seconds) } } }))
  }

  return {
    /** Replaces the queue and plays from `index`; ignored if `index` is out of range. */
    playTracks: (tracks: readonly QueueTrack[], index: number) =>
      apply((queue) => rules.replaceTracks(queue, tracks, index, random)),
    /** Applies a queue rule and sets the signals that its result asks for. */
    change: apply,
    setTrack: (index: number) => apply((queue) => rules.setTrack(queue, index)),
    next: () => apply((queue) => rules.nextTrack(queue, random)),
    previous: () => apply((queue) => rules.previousTrack(queue)),
    clear: () => apply(rules.clearTracks),
    play: () => ask('play'),
    pause: () => ask('pause'),
    /** Pauses if playing or loading, otherwise plays; after an error this retries. */
    toggle: () => ask(isActive(store.getState().status) ? 'pause' : 'play'),
    seekTo,
    /** Answers `otherTabSeconds`: continues from the other tab's position or stays here. */
    goToOtherTab() {
      const { otherTabSeconds } = store.getState()
      if (otherTabSeconds !== null) seekTo(otherTabSeconds)
      store.setState({ otherTabSeconds: null })
    },
    /** Dismisses the notice that the original plays. */
    acceptFallback: () => store.setState({ hasFallenBack: false }),
    stayHere: () => store.setState({ otherTabSeconds: null }),
    /** Answers `remotePosition`: continues from there, or from the start if it is already playing from there. */
    goToRemotePosition() {
      const { remotePosition } = store.getState()
      if (remotePosition) seekTo(remotePosition.isTaken ? 0 : remotePosition.seconds)
      store.setState({ remotePosition: null })
    },
    stayOnDevice: () => store.setState({ remotePosition: null }),
    setMode: (mode: PlayMode) => store.setState(({ queue }) => ({ queue: rules.setMode(queue, mode, random) })),
    /** @param wanted 0 to 3; below 0 is ignored, and above 1 needs the listener's consent */
    setVolume(wanted: number) {
      if (wanted >= 0)
        store.setState(({ volume }) => ({ volume: volumeAfter(volume, wanted, isLouderAllowed()), isMuted: false }))
    },
    /** @param wanted clamped to 0.5 to 3 */
    setRate: (wanted: number) => store.setState(({ rate }) => ({ rate: rateAfter(rate, wanted) })),
    /** Plays fast until called with false. */
    setFast: (isFast: boolean) => store.setState({ isFast }),
    setMuted: (isMuted: boolean) => store.setState({ isMuted }),
  }
}

/** Whether to show a pause button: playing, or waiting for data. */
export function isActive(status: string): boolean {
  return status === 'playing' || status === 'loading'
}

/** The playback rate at the moment. */
export function effectiveRate({ rate, isFast }: Pick<PlayerState, 'rate' | 'isFast'>): number {
  return isFast ? Math.max(rate, FAST_RATE) : rate
}

function want(asks: 'play' | 'pause') {
  return asks === 'play' ? 'wantPlay' : 'wantPause'
}
