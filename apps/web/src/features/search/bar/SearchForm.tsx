import { startTransition, useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { lazyComponent, whenIdle } from '#lib/chunks/lazy-component.tsx'
import { SearchIcon } from '#ui/icons/core-icons.ts'

import css from './SearchForm.module.css'
import { writeText } from './write-text.ts'

const load = () => import('../overlay/SearchOverlay.tsx')
const SearchOverlay = lazyComponent(load, () => null)

type Props = {
  /** The path of the results. */
  action: string
  /** The current keyword. */
  keyword: string
  /** Other search parameters to keep. */
  carried: [name: string, value: string][]
  label: string
  placeholder: string
  className?: string | undefined
}

/**
 * A search box. First a plain form that works before and without JavaScript; on first focus, or when idle,
 * `SearchOverlay` adds terms, suggestions and keys. The input element stays the same, so that typing, including in an
 * input method, is not interrupted.
 */
export function SearchForm({ action, keyword, carried, label, placeholder, className = '' }: Props) {
  const { t } = useTranslation('shell')
  const [firstKeyword] = useState(keyword)
  const [isLoaded, setLoaded] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [isTapped, setTapped] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const isPlain = useRef(false)

  // If loading fails the form still works. The next focus retries.
  const sendLater = useRef<(hasFailed: boolean) => void>(null)
  const take = useCallback(
    () =>
      void load().then(
        () => startTransition(() => setLoaded(true)),
        () => sendLater.current?.(true),
      ),
    [],
  )
  const hasSpecialTerms = keyword.includes('$')
  // Keywords with special terms are converted as soon as possible.
  useEffect(() => (hasSpecialTerms ? take() : whenIdle(take)), [take, hasSpecialTerms])
  useEffect(() => {
    if (isTaken) sendLater.current?.(false)
  }, [isTaken])
  useKeywordInPlainInput(isTaken ? null : input, keyword)

  function handleSubmit(event: SubmitEvent) {
    if (event.defaultPrevented || !input || isTaken) return
    writeText(input, input.value.trim())
    if (input.value === '') return event.preventDefault()
    // So that `SearchOverlay`, once loaded, opens no suggestions over the results.
    input.blur()
    // A second Enter does not wait.
    const isPlainNow = isPlain.current || sendLater.current !== null || isPlainKeyword(input.value)
    sendLater.current = null
    if (isPlainNow) return
    // Waits for the overlay, which removes duplicate terms; sent as typed if it fails to load.
    event.preventDefault()
    const { href } = location
    const button = input.form?.querySelector<HTMLButtonElement>('button[type="submit"]')
    sendLater.current = (hasFailed) => {
      sendLater.current = null
      // The visitor has navigated meanwhile.
      if (location.href !== href) return
      isPlain.current = hasFailed
      button?.click()
      isPlain.current = false
    }
    take()
  }

  return (
    <form className={`${css.form} ${className}`} action={action} role="search" onSubmit={handleSubmit}>
      <input
        ref={setInput}
        className={css.input}
        // Not `search`, whose clear button would not clear the terms.
        type="text"
        role="searchbox"
        inputMode="search"
        enterKeyHint="search"
        name="keyword"
        defaultValue={firstKeyword}
        maxLength={2_000}
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onFocus={take}
        onClick={() => setTapped(true)}
      />
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isLoaded && input ? (
        <SearchOverlay input={input} keyword={keyword} isTapped={isTapped} onTaken={() => setTaken(true)} />
      ) : null}
      <button type="submit" className={css.submit} aria-label={t('search.submit')}>
        <SearchIcon size="1.25em" />
      </button>
    </form>
  )
}

/** Whether a keyword is only distinct words, which can be sent as typed. */
function isPlainKeyword(keyword: string): boolean {
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/)
  return !keyword.includes('$') && new Set(words).size === words.length
}

/** Sets a new screen's keyword, but keeps text that was typed since, or before hydration. */
function useKeywordInPlainInput(input: HTMLInputElement | null, keyword: string): void {
  const shown = useRef<string>(null)
  useEffect(() => {
    if (!input) return
    const isUntouched = shown.current !== null || input.value === input.defaultValue
    if (isUntouched && shown.current !== keyword) writeText(input, keyword)
    shown.current = keyword
  }, [input, keyword])
}
