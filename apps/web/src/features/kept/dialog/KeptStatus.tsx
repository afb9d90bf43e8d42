import { useTranslation } from '#i18n/use-translation.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import progressBar from '#ui/progress.module.css'

import { setPaused, tryAgain } from '../actions.ts'
import { type KeptEntry, shareOf, stateOf, useKept } from '../kept.store.ts'
import { StateText } from '../StateText.tsx'
import css from './KeepDialog.module.css'

/** How far a work is, with what can be done about it. */
export function KeptStatus({ entry }: { entry: KeptEntry }) {
  const { t } = useTranslation('kept')
  const trouble = useKept((kept) => kept.trouble)
  const pendingBytes = useKept((kept) => kept.pendingBytes[entry.workId] ?? 0)
  const state = stateOf(entry)
  const isGoing = state === 'waiting' || state === 'paused'
  return (
    <div className={css.status}>
      {isGoing ? (
        <progress
          className={`${progressBar.bar} ${css.bar}`}
          max={1}
          value={shareOf(entry, pendingBytes)}
          aria-label={t('progress', { title: shownName(entry.work.title) })}
        />
      ) : null}
      <p className={state === 'whole' ? css.done : css.figures} role="status">
        <StateText entry={entry} />
        {isGoing ? null : <span>{formatSize(entry.sum.receivedBytes)}</span>}
      </p>
      {state === 'waiting' && trouble !== null ? <p className={forms.failure}>{t(`trouble.${trouble}`)}</p> : null}
      {entry.olderCount ? <p className={css.dim}>{t('state.changed', { count: entry.olderCount })}</p> : null}
      {isGoing ? <p className={css.dim}>{t('whileOpen')}</p> : null}
      {isGoing || state === 'partial' ? (
        <div className={css.actions}>
          {isGoing ? (
            <button
              type="button"
              className={controls.button}
              onClick={() => void setPaused([entry], state === 'waiting')}
            >
              {state === 'waiting' ? t('pause') : t('resume')}
            </button>
          ) : null}
          {state === 'waiting' && trouble !== null ? (
            <button type="button" className={controls.button} onClick={tryAgain}>
              {t('retry')}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
