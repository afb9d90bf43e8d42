import type { PlayerCommands } from '../commands.ts'
import { followPlayer } from '../follow-player.ts'
import type { PlayerStore } from '../player.store.ts'

/** Seconds of waiting for data after which the listener is asked what to do. */
export const STALL_SECONDS = 12
/** Sound that stopped longer ago than this does not begin again by itself: the listener may be asleep by now. */
const SOON_SECONDS = 120

/**
 * Tells when loading takes long, and goes on by itself when a connection that was lost for a short while is back.
 *
 * @param network  what tells `online`: the window
 * @param isBack  the connection was lost and is back at this moment
 * @returns a function that ends it
 */
export function watchForStalls(
  store: PlayerStore,
  player: Pick<PlayerCommands, 'play'>,
  network: EventTarget,
  isBack = false,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let stuckMs = 0

  const unsubscribe = followPlayer(store, ({ status, trouble }, before) => {
    if (trouble !== before.trouble && trouble === 'stuck') stuckMs = Date.now()
    const isAnotherTry = before.trouble === 'stuck' && trouble === null
    if (status === before.status && !isAnotherTry) return
    clearTimeout(timer)
    if (status === 'loading') timer = setTimeout(() => store.setState({ trouble: 'stuck' }), STALL_SECONDS * 1000)
    else if (trouble === 'stuck') store.setState({ trouble: null })
  })

  function handleOnline() {
    const { status, trouble, silencedMs } = store.getState()
    const isSoon = (ms: number) => Date.now() - ms <= SOON_SECONDS * 1000
    const hasFailed = status === 'error' && trouble === 'network' && silencedMs !== null && isSoon(silencedMs)
    const isStuck = status === 'loading' && trouble === 'stuck' && isSoon(stuckMs)
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
