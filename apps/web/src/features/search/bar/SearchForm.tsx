import { startTransition, useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { lazyComponent, whenIdle } from '#lib/chunks/lazy-component.tsx'
import { Icon } from '#ui/Icon.tsx'

import css from './SearchForm.module.css'
import { writeText } from './write-text.ts'

const load = () => import('../overlay/SearchOverlay.tsx')
const SearchOverlay = lazyComponent(load, () => null)

type Props = {
  /** The screen that shows what is found. */
  action: string
  /** What is searched for there now. */
  keyword: string
  /** What else its address has. */
  carried: [name: string, value: string][]
  label: string
  placeholder: string
  className?: string | undefined
}

/**
 * A search box. First a form of the plain kind, which works before and without JavaScript; on its first focus, or once the
 * page is idle, `SearchOverlay` puts terms, suggestions and keys on it. The input stays the same element throughout, so that
 * nothing of what is being typed, not even in an input method, is lost.
 */
export function SearchForm({ action, keyword, carried, label, placeholder, className = '' }: Props) {
  const { t } = useTranslation('shell')
  const [firstKeyword] = useState(keyword)
  const [isLoaded, setLoaded] = useState(false)
  const [isTaken, setTaken] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const isPlain = useRef(false)

  // Without it there is still the form. It is asked for again with the next focus.
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
  // What is written for machines is shown in words as soon as can be.
  useEffect(() => (hasSpecialTerms ? take() : whenIdle(take)), [take, hasSpecialTerms])
  useEffect(() => {
    if (isTaken) sendLater.current?.(false)
  }, [isTaken])
  useKeywordInPlainInput(isTaken ? null : input, keyword)

  function handleSubmit(event: SubmitEvent) {
    if (event.defaultPrevented || !input || isTaken) return
    writeText(input, input.value.trim())
    if (input.value === '') return event.preventDefault()
    // What was sent is no longer being typed: `SearchOverlay`, when it comes, opens no suggestions over the answer.
    input.blur()
    // A second Enter waits no longer.
    const isPlainNow = isPlain.current || sendLater.current !== null || isPlainKeyword(input.value)
    sendLater.current = null
    if (isPlainNow) return
    // It sends each term once. Only where it does not come is the text sent as it is.
    event.preventDefault()
    const { href } = location
    const button = input.form?.querySelector<HTMLButtonElement>('button[type="submit"]')
    sendLater.current = (hasFailed) => {
      sendLater.current = null
      // The visitor has gone elsewhere meanwhile.
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
        // Of type text, for the browser's own button that empties a search field knows nothing of terms.
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
      />
      {carried.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {isLoaded && input ? <SearchOverlay input={input} keyword={keyword} onTaken={() => setTaken(true)} /> : null}
      <button type="submit" className={css.submit} aria-label={t('search.submit')}>
        <Icon name="search" size="1.25em" />
      </button>
    </form>
  )
}

/** Whether a keyword is words alone, each of them once: it is sent as it is written. */
function isPlainKeyword(keyword: string): boolean {
  const words = keyword.normalize('NFKC').toLowerCase().split(/\s+/)
  return !keyword.includes('$') && new Set(words).size === words.length
}

/** A new screen brings a new keyword; until then, and from before the page came alive, what is typed is the visitor's. */
function useKeywordInPlainInput(input: HTMLInputElement | null, keyword: string): void {
  const shown = useRef<string>(null)
  useEffect(() => {
    if (!input) return
    const isUntouched = shown.current !== null || input.value === input.defaultValue
    if (isUntouched && shown.current !== keyword) writeText(input, keyword)
    shown.current = keyword
  }, [input, keyword])
}
