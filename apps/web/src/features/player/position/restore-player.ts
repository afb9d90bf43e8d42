import { playerStore } from '../player.ts'
import { hasSavedPlayer } from './has-saved-player.ts'

/** Restores the queue from before a reload, paused at its position, unless there is a queue already. */
export function restorePlayer(): void {
  if (!hasSavedPlayer()) return
  import('../player-services.ts').then(
    ({ restoreSavedPlayer }) => restoreSavedPlayer(playerStore, Math.random),
    () => addEventListener('online', restorePlayer, { once: true }),
  )
}
