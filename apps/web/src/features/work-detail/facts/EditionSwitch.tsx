import type { Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, type MouseEvent } from 'react'

import { codeOf, languageOf, placeOf } from '#features/works/index.ts'
import { languageNames, languageTags } from '#i18n/language-names.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { LanguagesIcon } from '#ui/icons/core-icons.ts'

import { workQueries } from '../work.queries.ts'
import css from './EditionSwitch.module.css'

/** The edition whose link is focused once its page is shown. */
let focusedNext: number | null = null
function focusNext(id: number | null): void {
  focusedNext = id
}

/** Switches between the editions of a work in the library, and says how many others there are. */
export function EditionSwitch({ work }: { work: Work }) {
  const { t } = useTranslation('work-detail')
  const router = useRouter()
  const queryClient = useQueryClient()
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focusedNext === work.id) current.current?.focus({ preventScroll: true })
    focusNext(null)
  }, [work.id])
  const others = work.other_language_editions_in_db
  const elsewhere = countElsewhere(work)
  if (others.length === 0 && elsewhere === 0) return null
  const editions = [{ ...work, lang: languageOf(work) }, ...others].sort(
    (a, b) => placeOf(a.lang) - placeOf(b.lang) || a.id - b.id,
  )
  const isAmbiguous = (lang: string) => editions.filter((edition) => edition.lang === lang).length > 1

  /** Before the click: the other page then shows at once. */
  function prefetch(id: number) {
    const { api } = router.options.context
    void queryClient.prefetchQuery({ ...workQueries.info(api, id), staleTime: Infinity })
    void queryClient.prefetchQuery({ ...workQueries.tracks(api, id), staleTime: Infinity })
  }

  function handleClick(event: MouseEvent<HTMLAnchorElement>, id: number) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    focusNext(id)
    void router.navigate({ href: event.currentTarget.pathname, resetScroll: false })
  }

  return (
    <nav className={css.switch} aria-label={t('editions')}>
      <LanguagesIcon size="1.25em" />
      {others.length === 0 ? null : (
        <ul className={css.editions}>
          {editions.map(({ id, lang, source_id, source_type, title }) => (
            <li key={id}>
              <a
                className={css.edition}
                href={workPath({ id, source_id, source_type })}
                title={title}
                aria-current={id === work.id ? 'page' : undefined}
                onPointerEnter={() => prefetch(id)}
                onFocus={() => prefetch(id)}
                ref={id === work.id ? current : undefined}
                onClick={(event) => handleClick(event, id)}
              >
                <span lang={languageTags[lang]}>{languageNames[lang] ?? lang}</span>
                {isAmbiguous(lang) ? <span className={css.code}> {codeOf({ id, source_id }) ?? title}</span> : null}
              </a>
            </li>
          ))}
        </ul>
      )}
      {elsewhere === 0 ? null : <p className={css.elsewhere}>{t('editionsElsewhere', { count: elsewhere })}</p>}
    </nav>
  )
}

/** Returns the number of known editions that are not in the library. */
function countElsewhere({ source_id, language_editions, other_language_editions_in_db: others }: Work): number {
  const here = new Set([source_id, ...others.map((edition) => edition.source_id)])
  return new Set(language_editions.map(({ workno }) => workno).filter((code) => !here.has(code))).size
}
