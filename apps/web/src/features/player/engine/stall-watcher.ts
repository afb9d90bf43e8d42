import type { PlayerCommands } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'

/** Seconds of waiting for data after which the stall is shown. */
export const STALL_SECONDS = 12
/** After a longer interruption playback does not resume by itself: the listener may be asleep. */
const SOON_SECONDS = 120

/**
 * Reports stalls, and resumes playback when the connection is back after a short loss.
 *
 * @param network what fires `online`: the window
 * @param isBack the connection was lost and has just come back
 * @returns a function that stops it
 */
export function watchForStalls(
  store: PlayerStore,
  player: Pick<PlayerCommands, 'play'>,
  network: EventTarget,
  isBack = false,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stalledMs = 0

  const unsubscribe = followPlayer(store, ({ status, problem }, before) => {
    if (problem !== before.problem && problem === 'stalled') stalledMs = Date.now()
    const isRetry = before.problem === 'stalled' && problem === null
    if (status === before.status && !isRetry) return
    clearTimeout(timer)
    if (status === 'loading') timer = setTimeout(() => store.setState({ problem: 'stalled' }), STALL_SECONDS * 1000)
    else if (problem === 'stalled') store.setState({ problem: null })
  })

  function handleOnline() {
    const { status, problem, silencedMs } = store.getState()
    const isSoon = (ms: number) => Date.now() - ms <= SOON_SECONDS * 1000
    const hasFailed = status === 'error' && problem === 'network' && silencedMs !== null && isSoon(silencedMs)
    const isStuck = status === 'loading' && problem === 'stalled' && isSoon(stalledMs)
    if (hasFailed || isStuck) player.play()
  }
  network.addEventListener('online', handleOnline)
  if (isBack) handleOnline()

  return () => {
    clearTimeout(timer)
    unsubscribe()
    network.removeEventListener('online', handleOnline)
  }
}
