import type { ReactNode } from 'react'
import { create } from 'zustand'

type Answers = {
  /** What else logging out removes from this device; null: nothing. */
  loss: ReactNode
  onCancel: () => void
  onSignOut: () => void
}

/** What is asked instead of the plain question before a member signs out; null: nothing else. */
export const useSignOutQuestion = create<{ renderQuestion: ((answers: Answers) => ReactNode) | null }>()(() => ({
  renderQuestion: null,
}))

export function setSignOutQuestion(renderQuestion: ((answers: Answers) => ReactNode) | null): void {
  useSignOutQuestion.setState({ renderQuestion })
}
