import { create } from 'zustand'

/** A message over the page that goes by itself. */
export type Toast = {
  /** The same text shown again is another toast. */
  id: number
  text: string
  /** For how many milliseconds, from when it is there to be read. */
  shownMs: number
}

/** Long enough to read a line twice. */
const SHOWN_MS = 5_000
/** More would cover a small screen: then the earliest goes before its time. */
const MOST_AT_ONCE = 4

/** What is shown, the earliest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

let lastId = 0

/**
 * Shows a toast on whatever screen is open, and announces it to screen readers. Other toasts stay for their own time; the
 * same text replaces its earlier toast.
 *
 * @param text  empty for a cancelled call, which shows nothing
 * @param shownMs  by default long enough to read it twice
 */
export function toast(text: string, shownMs = SHOWN_MS): void {
  if (text === '') return
  const others = useToasts.getState().toasts.filter((one) => one.text !== text)
  useToasts.setState({ toasts: [...others, { id: ++lastId, text, shownMs }].slice(-MOST_AT_ONCE) })
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
}
