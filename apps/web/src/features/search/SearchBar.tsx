import { useRouterState } from '@tanstack/react-router'
import { startTransition, useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { carriedFields, worksSearch } from '#features/works/index.ts'
import { later, whenIdle } from '#lib/lazy.tsx'
import { parseSearch } from '#lib/search-params.ts'
import { Icon } from '#ui/Icon.tsx'

import css from './SearchBar.module.css'
import { useShownKeyword } from './use-shown-keyword.ts'
import { writeText } from './write-text.ts'

const load = () => import('./SearchOverlay.tsx')
const SearchOverlay = later(load, () => null)

/**
 * The search box of the top bar. First a form of the plain kind, which works before and without JavaScript; on its first
 * focus, or once the page is idle, `SearchOverlay` puts terms, suggestions and keys on it. The input stays the same
 * element throughout, so that nothing of what is being typed, not even in an input method, is lost.
 */
export function SearchBar() {
  const { t } = useTranslation('shell')
  const keyword = useShownKeyword()
  const [firstKeyword] = useState(keyword)
  const carried = useCarriedFields()
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
    <form className={css.form} action="/works" role="search" onSubmit={handleSubmit}>
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
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
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

/** A search on the list goes on in the way the list is shown. */
function useCarriedFields(): [name: string, value: string][] {
  const query = useRouterState({ select: ({ location }) => (location.pathname === '/works' ? location.searchStr : '') })
  const { displayMode, pageSize, sortOption, subtitle } = worksSearch(parseSearch(query))
  return carriedFields({ displayMode, pageSize, sortOption, subtitle })
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
