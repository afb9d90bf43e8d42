import { initialPlayerState } from './player.store.ts'
import type { PlayerState, PlayerStore } from './player.store.ts'

/**
 * Calls with what the player has come to by now, as one change, and then with every change. What goes along with the
 * sound is loaded after it, and would otherwise miss what was there before.
 *
 * @param before  what is known already
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
