import { useHydrated } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

const AGAIN_MS = 1_000

const load = () => import('./HealthScreen.tsx')
const HealthScreen = lazyComponent(load, Gone)

/** Asks how the server is once the page is alive, and covers it where that is not well. */
export function Health() {
  return useHydrated() ? <HealthScreen /> : null
}

/**
 * The page's own server is gone, and what would ask and say so with it: this says it, until that arrives. Not over the page,
 * for what of it is there may be all that there is.
 */
function Gone({ reset }: { reset: () => void }) {
  const { t } = useTranslation('errors')
  useEffect(() => {
    const timer = setInterval(() => void load().then(reset, Boolean), AGAIN_MS)
    return () => clearInterval(timer)
  }, [reset])
  return <PartMissing reset={reset} text={t('client.network')} />
}
