/** The browser's storage for what the player keeps; where it is forbidden or full, things last as long as the page. */
export type Storage = {
  read(key: string): string | null
  write(key: string, text: string): void
}

/** @param area  a function, for a browser may throw as soon as it is named */
export function browserStorage(area: () => globalThis.Storage): Storage {
  return {
    read: (key) => attempt(() => area().getItem(key)) ?? null,
    write: (key, text) => attempt(() => area().setItem(key, text)),
  }
}

export const deviceStorage = browserStorage(() => localStorage)
/** What is this tab's own, reloads included. */
export const tabStorage = browserStorage(() => sessionStorage)

function attempt<T>(access: () => T): T | undefined {
  try {
    return access()
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  }
}

export const PLAYER_KEY = 'player'

/** Whether something of the player survives from before. */
export function hasSavedPlayer(): boolean {
  return (tabStorage.read(PLAYER_KEY) ?? deviceStorage.read(PLAYER_KEY)) !== null
}
