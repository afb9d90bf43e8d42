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
 * Says in passing what has been done, or that it has failed, whatever screen is shown; read out too. What is being said
 * stays beside it for its own time, unless it is the same text, which is then said anew.
 *
 * @param text  empty, as for a call that was taken back, nothing is said
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
