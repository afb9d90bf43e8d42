import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'

import { HomeContinue } from '#features/history/index.ts'
import { KeepListButton } from '#features/kept/index.ts'
import { HomeRecent, HomeShelves, loadHomeShelves } from '#features/recommender/index.ts'
import { ErrorScreen } from '#features/shell/index.ts'
import { OtherResults, ResultTabs } from '#features/subtitle-search/index.ts'
import { SelectWorks } from '#features/work-selection/index.ts'
import {
  useWorksHref,
  worksLoader,
  WorksPending,
  WorksScreen,
  worksSearch,
  type WorksSearch,
} from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'

export const Route = createFileRoute('/works')({
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, cause }) => {
    const search = worksSearch(deps)
    const shelves = import.meta.env.SSR && hasShelves(search) ? loadHomeShelves(context, search.subtitle) : null
    const loaded = await worksLoader(context, search, cause !== 'stay')
    await shelves
    return loaded
  },
  head: ({ match, loaderData }) => {
    const { i18n } = match.context
    const { keyword, page } = worksSearch(match.search)
    const t = i18n.current.texts('works')
    // Without data the search is named as typed.
    const asked = loaderData?.asked ?? keyword?.slice(0, 80)
    const name = asked ? t('searchTitle', { keyword: asked }) : t('title')
    const title = page > 1 ? t('pageTitle', { title: name, page }) : name
    return {
      meta: [
        { title: i18n.current.texts('shell')('titleOnSite', { title }) },
        { name: 'description', content: t('description') },
        ...(loaderData?.list.meta ?? []),
      ],
      links: loaderData?.list.links ?? [],
    }
  },
  pendingComponent: Pending,
  errorComponent: ErrorScreen,
  component: Works,
})

/** Omitted options are not added: see `useWorksHref`. */
function useShownSearch(): WorksSearch {
  const address = Route.useSearch()
  return useMemo(() => worksSearch(address), [address])
}

function Pending() {
  const search = useShownSearch()
  return <WorksPending search={search} shelves={hasShelves(search) ? <Home search={search} /> : null} />
}

/** Above the library's first page. */
function Home({ search }: { search: WorksSearch }) {
  const { api } = Route.useRouteContext()
  return (
    <>
      <HomeContinue />
      <HomeShelves api={api} subtitle={search.subtitle} />
      <HomeRecent api={api} search={search} />
    </>
  )
}

/** Shelves are only shown without a search. */
const hasShelves = ({ keyword, page }: WorksSearch) => !keyword && page === 1

function Works() {
  const { api } = Route.useRouteContext()
  const { t } = useTranslation('works')
  const search = useShownSearch()
  const { keyword } = search
  const hrefOf = useWorksHref()
  return (
    <WorksScreen
      api={api}
      search={search}
      tabs={
        keyword ? <ResultTabs keyword={keyword} current="works" worksHref={hrefOf({ ...search, page: 1 })} /> : null
      }
      renderSelection={(list) => (
        <>
          {keyword && list.total > 0 ? (
            <KeepListButton
              source={{ kind: 'search', words: keyword, ...(search.subtitle && { isSubtitled: true }) }}
              title={search.subtitle ? `${keyword} · ${t('subtitledOnly')}` : keyword}
            />
          ) : null}
          <SelectWorks list={list} />
        </>
      )}
      elsewhere={keyword ? <OtherResults keyword={keyword} /> : null}
      shelves={hasShelves(search) ? <Home search={search} /> : null}
    />
  )
}
