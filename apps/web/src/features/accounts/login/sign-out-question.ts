import type { ReactNode } from 'react'
import { create } from 'zustand'

type Answers = { onCancel: () => void; onSignOut: () => void }

/** What is asked instead of the plain question before a member signs out; null: nothing else. */
export const useSignOutQuestion = create<{ renderQuestion: ((answers: Answers) => ReactNode) | null }>()(() => ({
  renderQuestion: null,
}))

export function setSignOutQuestion(renderQuestion: ((answers: Answers) => ReactNode) | null): void {
  useSignOutQuestion.setState({ renderQuestion })
}
