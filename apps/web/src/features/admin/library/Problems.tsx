import type { ScanProblem } from '@otodana/contract'
import { canonicalCode, isCodelessId, workPath } from '@otodana/work-code'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'

import { adminQueries } from '../admin.queries.ts'
import { problemGroups, type ProblemGroup } from '../overview/figures.ts'
import { Loaded } from '../Loaded.tsx'
import css from './Problems.module.css'
import { Section } from '../Section.tsx'
import section from '../Section.module.css'

export const PROBLEMS_ANCHOR = 'problems'

/** Avoids rendering a thousand lines for a folder with a thousand broken files. */
const SHOWN_AT_FIRST = 30
const MORE_AT_ONCE = 200

/** Problems of scans by kind, with remedies. */
export function Problems({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const problems = useQuery(adminQueries.problems(api))
  return (
    <Section title={t('problems.title')} text={t('problems.text')} anchor={PROBLEMS_ANCHOR}>
      <Loaded query={problems}>
        {(found) =>
          found.length === 0 ? (
            <p className={css.none}>{t('problems.none')}</p>
          ) : (
            <div>
              {problemGroups(found).map((group, index) => (
                <Group key={group.kind} {...group} isFirst={index === 0} />
              ))}
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}

function Group({ kind, problems, isFirst }: ProblemGroup & { isFirst: boolean }) {
  const { t } = useTranslation('admin')
  const [shown, setShown] = useState(SHOWN_AT_FIRST)
  const rest = problems.length - shown
  return (
    <details className={css.group} open={isFirst}>
      <summary className={css.summary}>
        <h3 className={css.title}>{t(`problems.kinds.${kind}.title`)}</h3>
        <span className={section.badge}>{formatCount(problems.length)}</span>
      </summary>
      <p className={section.hint}>{t(`problems.kinds.${kind}.text`)}</p>
      <ul className={css.problems}>
        {problems.slice(0, shown).map((problem, index) => (
          // Problems may be equal; the list is replaced as a whole.
          // oxlint-disable-next-line react/no-array-index-key
          <Problem key={index} {...problem} />
        ))}
      </ul>
      {rest > 0 ? (
        <button type="button" className={controls.button} onClick={() => setShown(shown + MORE_AT_ONCE)}>
          {t('problems.more', { rest: formatCount(rest) })}
        </button>
      ) : null}
    </details>
  )
}

function Problem({ root, path, workId, message }: ScanProblem) {
  const code = workId === null || isCodelessId(workId) ? null : canonicalCode(workId)
  const address = workId === null ? undefined : workPath({ id: workId, source_id: code, source_type: 'DLSITE' })
  const place = (
    <>
      <span className={css.root}>{root}</span>
      {path === '' ? '' : `/${path}`}
    </>
  )
  return (
    <li className={css.problem}>
      <p className={css.place}>
        {code === null ? null : (
          <a className={css.code} href={address}>
            {code}
          </a>
        )}
        <span className={section.path}>{code === null && address ? <a href={address}>{place}</a> : place}</span>
      </p>
      <p className={css.message} lang="en">
        {message}
      </p>
    </li>
  )
}
