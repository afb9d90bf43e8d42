import { initialPlayerState } from './player.store.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'

/**
 * Calls with the present state as one change, then with every change. Player services load after playback has begun and
 * would otherwise miss what came before.
 *
 * @param before the state that is already known
 */
export function followPlayer(
  store: PlayerStore,
  listener: (state: PlayerState, before: PlayerState) => void,
  before: PlayerState = initialPlayerState,
): () => void {
  const unsubscribe = store.subscribe(listener)
  listener(store.getState(), before)
  return unsubscribe
}
