import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'
import { useHold } from '#ui/use-hold.ts'

import type { Entry } from './history-entries.ts'
import css from './RemovedNotice.module.css'

const SHOWN_MS = 10_000

type Props = { entry: Entry | null; onUndo: (entry: Entry) => void; onGone: () => void }

/** The last removed entry with an undo button: shown for a while, and as long as it has the pointer or the focus. */
export function RemovedNotice({ entry, onUndo, onGone }: Props) {
  // Always in the document, because screen readers announce changes only.
  return (
    <InNoticePlace>
      <div role="status">
        {entry ? <Removed key={`${entry.day} ${entry.workId}`} entry={entry} onUndo={onUndo} onGone={onGone} /> : null}
      </div>
    </InNoticePlace>
  )
}

function Removed({ entry, onUndo, onGone }: Props & { entry: Entry }) {
  const { t } = useTranslation('history')
  const hold = useHold(onGone, SHOWN_MS)
  const title = entry.tracks[0]?.workTitle ?? ''
  const text = (
    <>
      <span className={css.hint}>{t('removed')}</span>{' '}
      <span className={css.title} lang={langOfText(title)}>
        {title}
      </span>
    </>
  )
  return (
    <div {...hold}>
      <Notice text={text} closeLabel={t('dismiss')} onClose={onGone}>
        <button type="button" className={controls.button} onClick={() => onUndo(entry)}>
          {t('undo')}
        </button>
      </Notice>
    </div>
  )
}
