type Wish = {
  /** What the server has said last. */
  stored: boolean
  turn: Promise<unknown>
}

type Change = {
  isOn: boolean
  /** Draws it everywhere, so or so. */
  show: (isOn: boolean) => void
  store: () => Promise<unknown>
  /** When nothing is under way any more, whether it was stored or not. */
  onEnd: () => void
}

/**
 * Something that is so or not so for each of many keys. A change is shown at once; changes of one key are stored one after
 * another, and after the last, what the server has said is shown.
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
        // Also after a success: an answer that was on its way meanwhile may have said otherwise.
        show(wish.stored)
        onEnd()
      }
    }
  }
}
