import { useState, type FormEvent } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { ApiError } from '#lib/api/api.ts'

import { fieldOf, limitOf, rejectionOf, type Field, type Filled, type Problems } from './problems.ts'

/** The error text of each field. */
export type ToldProblems = Partial<Record<Field, string>>

/**
 * The state of a form that is validated before it is sent, with errors at its fields.
 *
 * @param check  validates locally
 * @param send  throws the server's error
 */
export function useForm(check: (filled: Filled) => Problems, send: (filled: Filled) => Promise<void>) {
  const speech = useSpeech()
  const t = speech.texts('accounts')
  const [problems, setProblems] = useState<ToldProblems>({})
  /** The general error text. */
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  function inWords(found: Problems): ToldProblems {
    return Object.fromEntries(
      Object.entries(found).map(([field, problem]) => [field, t(`problem.${problem}`, { limit: limitOf(problem) })]),
    )
  }

  function tell(form: HTMLFormElement, told: ToldProblems) {
    setProblems(told)
    const first = [...form.elements].find((element) => element instanceof HTMLInputElement && element.name in told)
    if (first instanceof HTMLElement) first.focus()
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const filled = Object.fromEntries(new FormData(form)) as Filled
    const found = inWords(check(filled))
    setFailure(null)
    tell(form, found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send(filled)
    } catch (error) {
      const key = error instanceof ApiError ? error.key : undefined
      const field = fieldOf(key)
      const rejected = inWords(rejectionOf(key))
      const told = field === undefined ? rejected : { [field]: errorText(error, speech) }
      const isShown = Object.keys(told).some((name) => form.elements.namedItem(name) !== null)
      if (isShown) tell(form, told)
      else setFailure(errorText(error, speech))
    } finally {
      setBusy(false)
    }
  }

  /** What was wrong with a field's former text says nothing of the new one. */
  function handleInput({ target }: FormEvent<HTMLFormElement>) {
    const { name } = target as HTMLInputElement
    setProblems((now) => (name in now ? { ...now, [name]: undefined } : now))
  }

  const handlers = {
    onSubmit: (event: FormEvent<HTMLFormElement>) => void handleSubmit(event),
    onInput: handleInput,
  }
  return { problems, failure, isBusy, handlers }
}
