import { HURRY_RATE, rateAfter, volumeAfter } from './engine/loudness.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'
import * as rules from './queue/queue.ts'
import type { PlayMode, QueueChange, QueueTrack, Random } from './queue/queue.ts'

export type PlayerCommands = ReturnType<typeof createCommands>

/** Everything a listener can ask for. A command changes the queue and leaves a signal; it never touches the sound. */
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
    /** Queues these tracks instead of what was queued and plays from `index`; ignored out of range. */
    playTracks: (tracks: readonly QueueTrack[], index: number) =>
      apply((queue) => rules.replaceTracks(queue, tracks, index, random)),
    /** Changes the queue by a rule, and asks what the rule asks. */
    change: apply,
    setTrack: (index: number) => apply((queue) => rules.setTrack(queue, index)),
    next: () => apply((queue) => rules.nextTrack(queue, random)),
    previous: () => apply((queue) => rules.previousTrack(queue)),
    clear: () => apply(rules.clearTracks),
    play: () => ask('play'),
    pause: () => ask('pause'),
    /** Pauses what sounds or is about to, plays otherwise; after an error that is another try. */
    toggle: () => ask(isActive(store.getState().status) ? 'pause' : 'play'),
    seekTo,
    /** The answer to `elsewhereSeconds`: goes on where the other tab was, or stays here. */
    goElsewhere() {
      const { elsewhereSeconds } = store.getState()
      if (elsewhereSeconds !== null) seekTo(elsewhereSeconds)
      store.setState({ elsewhereSeconds: null })
    },
    /** The listener has read that this is the original. */
    acceptFallback: () => store.setState({ hasFallenBack: false }),
    stayHere: () => store.setState({ elsewhereSeconds: null }),
    /** The answer to `elsewhere`: goes on from there, or from the start where it is there already. */
    goToDevice() {
      const { remotePosition } = store.getState()
      if (remotePosition) seekTo(remotePosition.isTaken ? 0 : remotePosition.seconds)
      store.setState({ remotePosition: null })
    },
    stayOnDevice: () => store.setState({ remotePosition: null }),
    setMode: (mode: PlayMode) => store.setState(({ queue }) => ({ queue: rules.setMode(queue, mode, random) })),
    /** @param wanted 0 to 3; below 0 is ignored, and without the listener's consent above 1 is 1 */
    setVolume(wanted: number) {
      if (wanted >= 0)
        store.setState(({ volume }) => ({ volume: volumeAfter(volume, wanted, isLouderAllowed()), isMuted: false }))
    },
    /** @param wanted 0.5 to 3, which is also where it ends */
    setRate: (wanted: number) => store.setState(({ rate }) => ({ rate: rateAfter(rate, wanted) })),
    /** Plays fast until it is called with false. */
    hurry: (isHurried: boolean) => store.setState({ isHurried }),
    setMuted: (isMuted: boolean) => store.setState({ isMuted }),
  }
}

/** Whether a pause button belongs here: it sounds, or will as soon as data is there. */
export function isActive(status: string): boolean {
  return status === 'playing' || status === 'loading'
}

/** How fast it plays at the moment. */
export function presentRate({ rate, isHurried }: Pick<PlayerState, 'rate' | 'isHurried'>): number {
  return isHurried ? Math.max(rate, HURRY_RATE) : rate
}

function want(asks: 'play' | 'pause') {
  return asks === 'play' ? 'wantPlay' : 'wantPause'
}
