import '#i18n/on-demand/recommender-texts.ts'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { useSettings } from '#features/settings/index.ts'
import { searchDefaults, useEditionChoice, useMarkTargetId } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'

import css from './SimilarShelf.module.css'
import { keyOf, Shelf } from './Shelf.tsx'
import { suggestionRequest } from '../suggestion-request.ts'
import { suggestionQueries } from '../suggestions.queries.ts'

/** Loaded this far ahead of the viewport. */
const AHEAD = '600px'

type Props = { api: Api; workId: number }

/** Similar works below a work's files, if enabled. */
export default function SimilarShelf(props: Props) {
  const isWanted = useSettings((settings) => settings.showSimilarWorksAtWorkDetail)
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (!isWanted || !place.current) return undefined
    const observer = new IntersectionObserver((entries) => setNear((was) => was || entries.some(isIntersecting)), {
      rootMargin: AHEAD,
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isWanted])
  if (!isWanted) return null
  return <div ref={place}>{isNear ? <Near {...props} /> : null}</div>
}

const isIntersecting = (entry: IntersectionObserverEntry) => entry.isIntersecting

/** Renders nothing if there are none, and while loading. */
function Near({ api, workId }: Props) {
  const { t, locale } = useTranslation('recommender')
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const localSubtitledWorks = useSettings((settings) => settings.localSubtitledWorks)
  const markTarget = useMarkTargetId()
  const editionChoice = useEditionChoice()
  const request = suggestionRequest(searchDefaults, {
    locale,
    globalFilter,
    localSubtitledWorks,
    ...editionChoice,
    markTarget,
  })
  const { data } = useQuery(suggestionQueries.similar(api, request, workId))
  if (!data || data.works.length === 0) return null
  return (
    <div className={css.similar}>
      <Shelf key={keyOf(data.works)} name="similar" title={t('similar.title')} works={data.works} />
    </div>
  )
}
