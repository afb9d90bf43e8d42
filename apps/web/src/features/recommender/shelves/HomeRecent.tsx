import { useSession } from '#features/accounts/index.ts'
import { useSettings } from '#features/settings/index.ts'
import { sortName, type WorksSearch } from '#features/works/index.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import css from './HomeRecent.module.css'
import { Nothing } from './Nothing.tsx'

const RecentShelf = lazyComponent(() => import('./RecentShelf.tsx'), Nothing)

type Props = { api: Api; search: WorksSearch }

/**
 * What was added last, for members who see the library in another order: otherwise the list itself begins with it. Its place
 * is there from the first paint.
 */
export function HomeRecent({ api, search }: Props) {
  const isShown = useSettings((settings) => settings.showRecentAtHome)
  const hasToken = useSession(({ token }) => token !== null)
  if (!isShown || sortName(search.sortOption) === 'create_date') return null
  return (
    <div className={css.place} data-recent="">
      {hasToken ? <RecentShelf api={api} subtitle={search.subtitle} /> : null}
    </div>
  )
}
