import { useState } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'

/** Runs one asynchronous action at a time, and keeps its error text until the next one. */
export function useAction() {
  const speech = useSpeech()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function act(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setBusy(true)
    setError(null)
    await work().catch(setError)
    setBusy(false)
  }
  return {
    act: (work: () => Promise<void>) => void act(work),
    isBusy,
    failure: error === null ? null : errorText(error, speech),
  }
}
