import { deviceStorage, tabStorage } from '#lib/storage/browser-storage.ts'

export const PLAYER_KEY = 'player'

/** Whether something of the player survives from before. */
export function hasSavedPlayer(): boolean {
  return (tabStorage.read(PLAYER_KEY) ?? deviceStorage.read(PLAYER_KEY)) !== null
}
