import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { noteMissing, useMissingParts } from '#lib/chunks/missing-parts.store.ts'

import controls from './controls.module.css'
import { InNoticePlace, Notice } from './Notice.tsx'

type Reset = Pick<ErrorComponentProps, 'reset'>

/** Replaces a part of the page that failed to load. Retries when the connection is back. */
export function PartMissing({ reset }: Reset) {
  useResetOnline(reset)
  // Before the part is closed, with which this goes.
  useLayoutEffect(() => noteMissing(true), [])
  return null
}

/** The same with a text of its own. */
export function ScreenMissing({ reset, text }: Reset & { text: string }) {
  const [isDismissed, setDismissed] = useState(false)
  useResetOnline(reset)
  return isDismissed ? null : <MissingNotice text={text} onClose={() => setDismissed(true)} />
}

/** Says once for all parts that one could not be loaded: once per page. */
export function MissingParts() {
  const { t } = useTranslation('errors')
  const isMissing = useMissingParts((parts) => parts.isMissing)
  return isMissing ? <MissingNotice text={t('part.missing')} onClose={() => noteMissing(false)} /> : null
}

function useResetOnline(reset: () => void): void {
  useEffect(() => {
    addEventListener('online', reset)
    return () => removeEventListener('online', reset)
  }, [reset])
}

function MissingNotice({ text, onClose }: { text: string; onClose: () => void }) {
  const { t } = useTranslation('errors')
  const { t: ui } = useTranslation('ui')
  return (
    <InNoticePlace>
      <Notice text={text} isUrgent closeLabel={ui('close')} onClose={onClose}>
        <button type="button" className={controls.button} onClick={() => location.reload()}>
          {t('part.reload')}
        </button>
      </Notice>
    </InNoticePlace>
  )
}
