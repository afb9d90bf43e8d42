import { startTransition, useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { later, whenIdle } from '#lib/lazy.tsx'
import { Icon } from '#ui/Icon.tsx'

import css from './SearchForm.module.css'
import { writeText } from './write-text.ts'

const load = () => import('./SearchOverlay.tsx')
const SearchOverlay = later(load, () => null)

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

  // Without it there is still the form. It is asked for again with the next focus.
  const take = useCallback(
    () =>
      void load().then(
        () => startTransition(() => setLoaded(true)),
        () => undefined,
      ),
    [],
  )
  useEffect(() => whenIdle(take), [take])
  useKeywordInPlainInput(isTaken ? null : input, keyword)

  function handleSubmit(event: SubmitEvent) {
    if (event.defaultPrevented || !input || isTaken) return
    writeText(input, input.value.trim())
    if (input.value === '') event.preventDefault()
    // What was sent is no longer being typed: `SearchOverlay`, should it come now, opens no suggestions over the answer.
    else input.blur()
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
