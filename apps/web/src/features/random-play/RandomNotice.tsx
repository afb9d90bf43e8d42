import type { Work } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { useCovers } from '#features/works/index.ts'
import '#i18n/on-demand/menu-texts.ts'
import { langOf } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { CloseIcon } from '#ui/icons/core-icons.ts'
import { DieIcon } from '#ui/icons/deferred-icons.ts'
import { InNoticePlace, Notice } from '#ui/Notice.tsx'
import { useHold } from '#ui/use-hold.ts'

import css from './RandomNotice.module.css'
import { randomPlayStore } from './random-play.store.ts'
import { useRandomPlay } from './use-random-play.ts'

/** Long enough to read a title and decide. */
const SHOWN_MS = 12_000

const dismiss = () => randomPlayStore.setState({ told: null, isFilteredOut: false })

/** The picked work that is playing, with a link to its page and a button for another one. */
export function RandomNotice() {
  const { told, isFilteredOut } = randomPlayStore()
  // Always present, because screen readers announce changes only.
  return (
    <InNoticePlace>
      <div role="status" className={css.place}>
        {told ? <Message key={told.id} work={told} /> : isFilteredOut ? <FilteredOut /> : null}
      </div>
    </InNoticePlace>
  )
}

/** A note that no work matches the visitor's filter, with a link to it. */
function FilteredOut() {
  const { t } = useTranslation('menu')
  const hold = useHold(dismiss, SHOWN_MS, false)
  return (
    <div {...hold}>
      <Notice text={t('random.nothingFound')} closeLabel={t('random.dismiss')} onClose={dismiss}>
        <a className={controls.button} href="/settings#global-filter" onClick={dismiss}>
          {t('random.changeFilter')}
        </a>
      </Notice>
    </div>
  )
}

function Message({ work }: { work: Work }) {
  const { t } = useTranslation('menu')
  const { coverUrl } = useCovers()
  const { playAny, isBusy } = useRandomPlay()
  const hold = useHold(dismiss, SHOWN_MS, isBusy)
  return (
    <div className={css.notice} {...hold}>
      <img className={css.cover} src={coverUrl(work.id, '240x240')} alt="" width={56} height={42} />
      <p className={css.text}>
        <span className={css.hint}>{t('random.playing')}</span>
        <a className={css.title} href={workPath(work)} lang={langOf(work, work.title)} onClick={dismiss}>
          {shownName(work.title)}
        </a>
      </p>
      <IconButton label={t('random.another')} aria-disabled={isBusy} onClick={() => void playAny()}>
        <DieIcon />
      </IconButton>
      <IconButton label={t('random.dismiss')} onClick={dismiss}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}
