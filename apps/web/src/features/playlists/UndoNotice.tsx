import type { Work } from '@otodana/contract'

import { langOf } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'
import { useHold } from '#ui/use-hold.ts'

import css from './UndoNotice.module.css'

const SHOWN_MS = 10_000

type Props = { work: Work | null; onUndo: (work: Work) => void; onGone: () => void }

/** The last removed work with an undo button: shown for a while, and as long as it has the pointer or the focus. */
export function UndoNotice({ work, onUndo, onGone }: Props) {
  // Always in the document, because screen readers announce changes only.
  return (
    <InNoticePlace>
      <div role="status">{work ? <Removed key={work.id} work={work} onUndo={onUndo} onGone={onGone} /> : null}</div>
    </InNoticePlace>
  )
}

function Removed({ work, onUndo, onGone }: Props & { work: Work }) {
  const { t } = useTranslation('playlists')
  const hold = useHold(onGone, SHOWN_MS)
  // A long title is truncated, so that message and button stay visible.
  const text = (
    <>
      <span className={css.hint}>{t('removed')}</span>{' '}
      <span className={css.title} lang={langOf(work, work.title)}>
        {shownName(work.title)}
      </span>
    </>
  )
  return (
    <div {...hold}>
      <Notice text={text} closeLabel={t('dismiss')} onClose={onGone}>
        <button type="button" className={controls.button} onClick={() => onUndo(work)}>
          {t('undo')}
        </button>
      </Notice>
    </div>
  )
}
