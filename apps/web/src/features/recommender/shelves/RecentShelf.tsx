import '#i18n/on-demand/recommender-texts.ts'

import { useQuery } from '@tanstack/react-query'

import { isMember, useUser } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { listRequest, searchDefaults, useEditionChoice, useWorksHref } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'

import { recentQuery } from '../suggestions.queries.ts'
import { Nothing } from './Nothing.tsx'
import { keyOf, Shelf } from './Shelf.tsx'

type Props = { api: Api; subtitle: 1 | undefined }

/** The works that were added last, within the filters of the list below. */
export default function RecentShelf({ api, subtitle }: Props) {
  const { t, locale } = useTranslation('recommender')
  const hrefOf = useWorksHref()
  const user = useUser()
  const globalFilter = useSettings((settings) => settings.globalFilter)
  const localSubtitledWorks = useSettings((settings) => settings.localSubtitledWorks)
  const editionChoice = useEditionChoice()
  const visitor = { locale, globalFilter, localSubtitledWorks, ...editionChoice }
  const { data, isError } = useQuery(recentQuery(api, listRequest({ ...searchDefaults, subtitle }, visitor)))
  const isOfGuest = user !== null && !isMember(user)
  if (isOfGuest || isError || data?.length === 0) return <Nothing />
  if (!data) return null
  return (
    <Shelf
      key={keyOf(data)}
      name="recent"
      title={t('recent.title')}
      href={hrefOf({ ...searchDefaults, subtitle })}
      works={data}
    />
  )
}
