import { create } from 'zustand'

/** A message that disappears by itself. */
export type Toast = {
  /** Unique for each display of a text. */
  id: number
  text: string
  /** Display duration in milliseconds, from when it is visible. */
  shownMs: number
}

/** Long enough to read a line twice. */
const SHOWN_MS = 5_000
/** More would cover a small screen: then the earliest disappears early. */
const MOST_AT_ONCE = 4

/** Displayed toasts, earliest first. */
export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

let lastId = 0

/**
 * Shows a toast on any screen, and announces it to screen readers. Other toasts keep their own time; the same text
 * replaces its earlier toast.
 *
 * @param text  empty for a cancelled call, which shows nothing
 * @param shownMs  default: long enough to read it twice
 */
export function toast(text: string, shownMs = SHOWN_MS): void {
  if (text === '') return
  const others = useToasts.getState().toasts.filter((one) => one.text !== text)
  useToasts.setState({ toasts: [...others, { id: ++lastId, text, shownMs }].slice(-MOST_AT_ONCE) })
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) }))
}
