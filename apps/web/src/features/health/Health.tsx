import { useHydrated } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { later } from '#lib/lazy.tsx'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import css from './Bare.module.css'

const AGAIN_MS = 1_000

const load = () => import('./HealthScreen.tsx')
const HealthScreen = later(load, Bare)

/** Asks how the server is once the page is alive, and covers it where that is not well. */
export function Health() {
  return useHydrated() ? <HealthScreen /> : null
}

/** The page's own server is gone, and what would ask and say so with it: this says it, until that arrives. */
function Bare({ reset }: { reset: () => void }) {
  const { t } = useTranslation('errors')
  const [isClosed, setClosed] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => void load().then(reset, Boolean), AGAIN_MS)
    return () => clearInterval(timer)
  }, [reset])
  return isClosed ? null : (
    <div className={css.bare}>
      <Message title={t('client.network')} isUrgent>
        <button type="button" className={controls.primary} onClick={() => location.reload()}>
          {t('part.reload')}
        </button>
        <button type="button" className={controls.button} onClick={() => setClosed(true)}>
          {t('part.dismiss')}
        </button>
      </Message>
    </div>
  )
}
