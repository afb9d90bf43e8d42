import type { KikoeruImport } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import section from '../Section.module.css'
import css from './KikoeruPanel.module.css'

const outcomes = ['new', 'changed', 'here', 'waiting', 'skipped'] as const

/** How much of each kind comes, and what does not. */
export function KikoeruCounts({ status: { counts, notes } }: { status: KikoeruImport }) {
  const { t } = useTranslation('kikoeru')
  const shown = counts.filter((of) => outcomes.some((outcome) => of[outcome] > 0))
  if (shown.length === 0) return <p className={section.hint}>{t('nothing')}</p>
  return (
    <>
      <dl className={css.counts}>
        {shown.map((of) => (
          <div key={of.kind} className={css.kind}>
            <dt>{t(`kinds.${of.kind}`)}</dt>
            <dd className={css.numbers}>
              {outcomes.map((outcome) =>
                of[outcome] > 0 ? (
                  <span key={outcome} className={css[outcome]}>
                    {t(`counts.${outcome}`, { formatted: formatCount(of[outcome]) })}
                  </span>
                ) : null,
              )}
            </dd>
          </div>
        ))}
      </dl>
      {notes > 0 ? <p className={section.hint}>{t('notes', { count: notes, formatted: formatCount(notes) })}</p> : null}
    </>
  )
}
