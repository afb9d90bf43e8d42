import { formatCount } from '#lib/format/format-count.ts'

import css from './OutcomeCounts.module.css'

const outcomes = ['new', 'changed', 'here', 'waiting', 'skipped'] as const
type Outcome = (typeof outcomes)[number]
type Counts = Record<Outcome, number>

type Props = {
  rows: readonly { name: string; counts: Counts }[]
  textOf: (outcome: Outcome, formatted: string) => string
}

/** What becomes of each kind of data in an import. */
export function OutcomeCounts({ rows, textOf }: Props) {
  return (
    <dl>
      {rows.map(({ name, counts }) => (
        <div key={name} className={css.row}>
          <dt>{name}</dt>
          <dd className={css.numbers}>
            {outcomes.map((outcome) =>
              counts[outcome] > 0 ? (
                <span key={outcome} className={css[outcome]}>
                  {textOf(outcome, formatCount(counts[outcome]))}
                </span>
              ) : null,
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether it has anything to show. */
export function hasAny(counts: Counts): boolean {
  return outcomes.some((outcome) => counts[outcome] > 0)
}
