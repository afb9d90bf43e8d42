import '#i18n/on-demand/history-texts.ts'

import { useReviewActions } from '#features/reviews/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'

import { dropFinishedOffer } from './finished-offer.ts'
import type { FinishedWork } from './finished-works.ts'

/** Offers to mark a finished work as listened. */
export default function FinishedNotice({ work: { workId, workTitle } }: { work: FinishedWork }) {
  const { t } = useTranslation('history')
  const { change } = useReviewActions({ id: workId, title: workTitle }, {})
  function handleMark() {
    dropFinishedOffer()
    change({ progress: 'listened' })
  }
  return (
    <InNoticePlace>
      <div role="status">
        <Notice
          text={t('ended.text', { title: workTitle })}
          closeLabel={t('dismiss')}
          onClose={dropFinishedOffer}
          occasion={workId}
        >
          <button type="button" className={controls.button} onClick={handleMark}>
            {t('ended.mark')}
          </button>
        </Notice>
      </div>
    </InNoticePlace>
  )
}
