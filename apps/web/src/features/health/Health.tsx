import { useHydrated } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { ScreenMissing } from '#ui/PartMissing.tsx'

const AGAIN_MS = 1_000

const load = () => import('./HealthScreen.tsx')
const HealthScreen = lazyComponent(load, Gone)

/** Checks the server's health in the browser, and covers the page if it is not well. */
export function Health() {
  return useHydrated() ? <HealthScreen /> : null
}

/**
 * Shown while the health screen itself cannot be loaded. Does not cover the page, whose content may be all there is.
 */
function Gone({ reset }: { reset: () => void }) {
  const { t } = useTranslation('errors')
  useEffect(() => {
    const timer = setInterval(() => void load().then(reset, Boolean), AGAIN_MS)
    return () => clearInterval(timer)
  }, [reset])
  return <ScreenMissing reset={reset} text={t('client.network')} />
}
