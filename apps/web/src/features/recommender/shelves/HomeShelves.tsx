import { useHydrated } from '@tanstack/react-router'

import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'

import css from './HomeShelves.module.css'

const Shelves = lazyComponent(() => import('./Shelves.tsx'), Nothing)

/** Popular and recommended works above the library's first page. Loaded after the page, into reserved space. */
export function HomeShelves({ api, subtitle }: { api: Api; subtitle: 1 | undefined }) {
  const showPopularAtHome = useSettings((settings) => settings.showPopularAtHome)
  const showRecommendAtHome = useSettings((settings) => settings.showRecommendAtHome)
  const isAlive = useHydrated()
  if (!showPopularAtHome && !showRecommendAtHome) return null
  return (
    <div className={css.place} data-shelves="">
      {isAlive ? <Shelves api={api} subtitle={subtitle} /> : null}
    </div>
  )
}

/** Releases the space. */
function Nothing() {
  return <span hidden data-nothing="" />
}
