import { create } from 'zustand'

/** Something that is said in passing over the page. */
export type Saying = {
  /** The same text said again is another one. */
  id: number
  text: string
  /** For how many milliseconds, from when it is there to be read. */
  shownMs: number
}

/** Long enough to read a line twice. */
const SHOWN_MS = 5_000
/** More would cover a small screen: then the earliest goes before its time. */
const MOST_AT_ONCE = 4

/** What is being said, the earliest first. */
export const useSaid = create<{ said: readonly Saying[] }>()(() => ({ said: [] }))

let lastId = 0

/**
 * Shows a toast on whatever screen is open, and announces it to screen readers. Other toasts stay for their own time; the
 * same text replaces its earlier toast.
 *
 * @param text  empty for a cancelled call, which shows nothing
 * @param shownMs  by default long enough to read it twice
 */
export function say(text: string, shownMs = SHOWN_MS): void {
  if (text === '') return
  const others = useSaid.getState().said.filter((one) => one.text !== text)
  useSaid.setState({ said: [...others, { id: ++lastId, text, shownMs }].slice(-MOST_AT_ONCE) })
}

/** Its time is over. */
export function unsay(id: number): void {
  useSaid.setState(({ said }) => ({ said: said.filter((one) => one.id !== id) }))
}
