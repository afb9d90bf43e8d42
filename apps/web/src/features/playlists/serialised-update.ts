type Wish = {
  /** The server's latest state. */
  stored: boolean
  turn: Promise<unknown>
}

type Change = {
  isOn: boolean
  /** Shows the state everywhere. */
  show: (isOn: boolean) => void
  store: () => Promise<unknown>
  /** Called when no update is pending, successful or not. */
  onEnd: () => void
}

/**
 * Updates boolean states by key. A change is shown at once; changes of one key are sent one after another, and after
 * the last the server's state is shown.
 *
 * @returns a function that throws what `store` throws
 */
export function createSerialisedUpdates(): (key: string, change: Change) => Promise<void> {
  const wishes = new Map<string, Wish>()
  return async (key, { isOn, show, store, onEnd }) => {
    const wish = wishes.get(key) ?? { stored: !isOn, turn: Promise.resolve() }
    wishes.set(key, wish)
    show(isOn)
    const before = wish.turn
    const change = async () => {
      await before.catch(() => undefined)
      await store()
      wish.stored = isOn
    }
    const turn = change()
    wish.turn = turn
    try {
      await turn
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
