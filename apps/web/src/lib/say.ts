import { create } from 'zustand'

/** What is being said in passing over the page; the same text said again is another one. */
export const useSaid = create<{ said: { text: string; shownMs?: number } | null }>()(() => ({ said: null }))

/**
 * Says in passing what has been done, or that it has failed, whatever screen is shown; read out too. What was being said
 * gives way.
 *
 * @param shownMs  by default long enough to read it twice
 */
export function say(text: string, shownMs?: number): void {
  useSaid.setState({ said: shownMs === undefined ? { text } : { text, shownMs } })
}
