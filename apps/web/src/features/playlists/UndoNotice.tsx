import type { Work } from '@otodana/contract'
import { useEffect } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/shown-name.ts'
import controls from '#ui/controls.module.css'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'

const SHOWN_MS = 10_000

type Props = { work: Work | null; onUndo: (work: Work) => void; onGone: () => void }

/** What has just been removed, and the way back, for a while. */
export function UndoNotice({ work, onUndo, onGone }: Props) {
  const { t } = useTranslation('playlists')
  useEffect(() => {
    if (!work) return undefined
    const timer = setTimeout(onGone, SHOWN_MS)
    return () => clearTimeout(timer)
  }, [work, onGone])
  // In the document before there is anything to say, for a screen reader tells of changes only.
  return (
    <InNoticePlace>
      <div role="status">
        {work ? (
          <Notice text={t('removed', { title: shownName(work.title) })} closeLabel={t('dismiss')} onClose={onGone}>
            <button type="button" className={controls.button} onClick={() => onUndo(work)}>
              {t('undo')}
            </button>
          </Notice>
        ) : null}
      </div>
    </InNoticePlace>
  )
}
