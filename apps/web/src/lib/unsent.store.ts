import { create } from 'zustand'

/** What the present member's device has not sent yet, for the parts of the page that say so. */
export type Unsent = {
  /** Number of changes that wait. */
  count: number
  /** Whether one of them waits for the member: refused, or changed on another device too. */
  isUrgent: boolean
  /** Whether their list is open. */
  isListShown: boolean
}

const NONE: Unsent = { count: 0, isUrgent: false, isListShown: false }

/** Filled by the outbox; empty until it is loaded, and for visitors without an account. */
export const useUnsent = create<Unsent>()(() => NONE)

export function showUnsent(): void {
  useUnsent.setState({ isListShown: true })
}
