import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { TickIcon, WarningIcon } from '#ui/icons/deferred-icons.ts'

import css from './ImportOutcomes.module.css'
import { dismissOutcomes, type Outcome } from './imports.ts'
import { outcomeText } from './outcome-text.ts'
import type { ImportedPackage } from '../types.ts'

/** The results of imports. Always present, so that screen readers announce its changes. */
export function ImportOutcomes({ outcomes, onPutAway }: { outcomes: readonly Outcome[]; onPutAway: () => void }) {
  const { t } = useTranslation('local-subtitles')
  return (
    <>
      <div role="log" aria-label={t('outcome.label')} className={css.log}>
        <ul className={css.outcomes}>
          {outcomes.map((outcome) => {
            const isBad = outcome.problem !== null && outcome.problem.kind !== 'cancelled'
            return (
              <li key={outcome.id} className={css.outcome} data-bad={isBad ? '' : undefined}>
                {outcome.problem ? <WarningIcon size="1.25em" /> : <TickIcon size="1.25em" />}
                <div className={css.about}>
                  <p className={css.name}>
                    <bdi>{shownName(outcome.name)}</bdi>
                  </p>
                  <p className={css.text}>{outcomeText(outcome, t)}</p>
                  {outcome.imported && outcome.imported.skippedCount > 0 ? (
                    <Skipped imported={outcome.imported} />
                  ) : null}
                </div>
              </li>
            )
          })}
        </ul>
      </div>
      {outcomes.length > 0 ? (
        <button
          type="button"
          className={`${controls.button} ${css.away}`}
          onClick={() => {
            dismissOutcomes()
            onPutAway()
          }}
        >
          {t('outcome.putAway')}
        </button>
      ) : null}
    </>
  )
}

/** Lists the skipped files with reasons. */
function Skipped({ imported: { skipped, skippedCount } }: { imported: ImportedPackage }) {
  const { t } = useTranslation('local-subtitles')
  const unnamed = skippedCount - skipped.length
  return (
    <details className={css.skipped}>
      <summary>{t('outcome.which')}</summary>
      <ul>
        {skipped.map(({ path, reason }, index) => (
          <li key={index}>
            <bdi dir="ltr">{shownName(path)}</bdi>
            <span className={css.reason}>{t(`skipped.${reason}`)}</span>
          </li>
        ))}
        {unnamed > 0 ? <li>{t('outcome.more', { count: unnamed, formatted: formatCount(unnamed) })}</li> : null}
      </ul>
    </details>
  )
}
