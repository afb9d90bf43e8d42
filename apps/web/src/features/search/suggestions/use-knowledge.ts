import { ages, languageCodes } from '@otodana/contract'
import { findName, fixedValues, NAMESPACES, type DoneTerm, type Knowledge } from '@otodana/keyword'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useTranslation } from '#i18n/use-translation.ts'

import { isAboutTag } from '#features/works/index.ts'
import { languageNames, subtitleLanguageNames } from '#i18n/language-names.ts'

import { suggestedNames, type KnownTag } from './names.queries.ts'

/** The languages of subtitles by their codes as languages of works. */
const spoken = { ja: 'JPN', zh: 'CHI', en: 'ENG', ko: 'KO_KR' } as const

type Needs = {
  /** The box is in use, so all names are needed. */
  isUsed: boolean
  /** Tags among these are shown in the visitor's language. */
  terms: readonly DoneTerm[]
}

/** The data for suggestions. Names are fetched once, on first use. */
export function useKnowledge({ isUsed, terms }: Needs) {
  const { t } = useTranslation('works')
  const { t: detail } = useTranslation('search')
  const { api } = useRouteContext({ from: '__root__' })
  const tags = useQuery({ ...suggestedNames.tags(api), enabled: isUsed || terms.some(isAboutTag) })
  const circles = useQuery({ ...suggestedNames.circles(api), enabled: isUsed })
  const actors = useQuery({ ...suggestedNames.voiceActors(api), enabled: isUsed })
  const series = useQuery({ ...suggestedNames.series(api), enabled: isUsed })
  const staff = useQuery({ ...suggestedNames.staff(api), enabled: isUsed })
  const queries = [tags, circles, actors, series, staff]

  const knowledge = useMemo((): Knowledge => {
    const namespaceNames = Object.fromEntries(NAMESPACES.map((namespace) => [namespace, t(`term.${namespace}`)]))
    // Names of languages in themselves and in the visitor's language.
    const lang = Object.fromEntries(
      languageCodes.map((code) => [code, [languageNames[code] ?? code, detail(`languages.${code}`)]]),
    )
    const sub = Object.fromEntries(
      fixedValues.sub.map((code) => [code, [subtitleLanguageNames[code] ?? code, detail(`languages.${spoken[code]}`)]]),
    )
    const age = Object.fromEntries(ages.map((each) => [each, [t(`age.${each}`)]]))
    return {
      tag: tags.data,
      circle: circles.data,
      va: actors.data,
      series: series.data,
      staff: staff.data,
      namespaceNames,
      valueNames: { age, lang, sub },
    }
  }, [tags.data, circles.data, actors.data, series.data, staff.data, t, detail])

  /** Finds the tag of a term in any language. Stable while the tags are the same. */
  const tagOf = useCallback(
    (term: DoneTerm): KnownTag['tag'] | undefined =>
      isAboutTag(term) && tags.data ? findName(tags.data, term.value)?.tag : undefined,
    [tags.data],
  )

  return {
    knowledge,
    tagOf,
    isLoading: queries.some(({ isLoading }) => isLoading),
    hasFailed: queries.some(({ isError }) => isError),
    retry() {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}

export type Names = ReturnType<typeof useKnowledge>
