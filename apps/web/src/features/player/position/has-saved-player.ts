import { deviceStorage, tabStorage } from '#lib/storage/browser-storage.ts'

export const PLAYER_KEY = 'player'

/** Whether a player was saved on this device or in this tab. */
export function hasSavedPlayer(): boolean {
  return (tabStorage.read(PLAYER_KEY) ?? deviceStorage.read(PLAYER_KEY)) !== null
}
