import type { Work } from '@otodana/contract'
import { useEffect } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/shown-name.ts'
import controls from '#ui/controls.module.css'
import { Icon } from '#ui/Icon.tsx'
import notice from '#ui/PartMissing.module.css'

const SHOWN_MS = 10_000

type Props = { work: Work | null; onUndo: () => Promise<void>; onGone: () => void }

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
    <div role="status">
      {work ? (
        <div className={notice.notice}>
          <p className={notice.text}>{t('removed', { title: shownName(work.title) })}</p>
          <button type="button" className={controls.button} onClick={() => void onUndo()}>
            {t('undo')}
          </button>
          <button type="button" className={controls.iconButton} aria-label={t('dismiss')} onClick={onGone}>
            <Icon name="close" />
          </button>
        </div>
      ) : null}
    </div>
  )
}
