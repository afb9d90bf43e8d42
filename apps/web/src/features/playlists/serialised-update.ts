type Wish = {
  /** The server's latest state. */
  stored: boolean
  turn: Promise<unknown>
}

type Change = {
  isOn: boolean
  /** Shows the state everywhere. */
  show: (isOn: boolean) => void
  /** @returns whether the server has it; false: it waits on this device, and what shows it does so from there */
  store: () => Promise<boolean>
  /** Called when no update is pending, successful or not. */
  onEnd: () => void
}

/**
 * Updates boolean states by key. A change is shown at once; changes of one key are sent one after another, and after
 * the last the server's state is shown.
 *
 * @returns a function that returns what `store` returns, and throws what it throws
 */
export function createSerialisedUpdates(): (key: string, change: Change) => Promise<boolean> {
  const wishes = new Map<string, Wish>()
  return async (key, { isOn, show, store, onEnd }) => {
    const wish = wishes.get(key) ?? { stored: !isOn, turn: Promise.resolve() }
    wishes.set(key, wish)
    show(isOn)
    const before = wish.turn
    const change = async () => {
      await before.catch(() => undefined)
      const isStored = await store()
      if (isStored) wish.stored = isOn
      return isStored
    }
    const turn = change()
    wish.turn = turn
    try {
      return await turn
    } finally {
      if (wish.turn === turn) {
        wishes.delete(key)
        // Also after a success: a response received meanwhile may have shown another state.
        show(wish.stored)
        onEnd()
      }
    }
  }
}
