import { useEffect, useId, useRef, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { focusOpener } from '#lib/browser/focus.ts'
import { formatDateAndTime } from '#lib/format/format-date.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { IconButton } from '#ui/IconButton.tsx'
import { DeleteIcon } from '#ui/icons/deferred-icons.ts'
import skeleton from '#ui/Skeleton.module.css'

import { DeletePackageDialog } from '../later-parts.ts'
import css from './PackageList.module.css'
import { problemText } from '../problem-text.ts'
import type { LocalSubtitleProblem } from '../problems.ts'
import type { SubtitlePackage } from '../types.ts'

type Props = {
  /** Undefined while loading. */
  packages: readonly SubtitlePackage[] | undefined
  /** Why loading failed. */
  problem: LocalSubtitleProblem | null
  onRetry: () => void
}

/** The packages on this device, latest first. */
export function PackageList({ packages, problem, onRetry }: Props) {
  const { t } = useTranslation('local-subtitles')
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [asked, setAsked] = useState<{ about: SubtitlePackage; attempt: number } | null>(null)
  const [openings, setOpenings] = useState(0)
  const [deletions, setDeletions] = useState(0)
  // The deleted package's button had the focus.
  useEffect(() => {
    if (deletions > 0) heading.current?.focus()
  }, [deletions])

  function handleDelete(about: SubtitlePackage, opener: HTMLElement) {
    focusOpener(opener)
    setOpenings(openings + 1)
    setAsked({ about, attempt: openings })
  }

  return (
    <div>
      <h3 id={id} ref={heading} className={css.title} tabIndex={-1}>
        {t('packages.title')}
      </h3>
      {problem ? (
        <Failed problem={problem} onRetry={onRetry} />
      ) : packages === undefined ? (
        <Pending />
      ) : packages.length === 0 ? (
        <p className={forms.hint}>{t('packages.empty')}</p>
      ) : (
        <ul className={css.list} aria-labelledby={id}>
          {packages.map((one) => (
            <PackageRow key={one.id} about={one} onDelete={handleDelete} />
          ))}
        </ul>
      )}
      {asked ? (
        <DeletePackageDialog {...asked} onDeleted={() => setDeletions(deletions + 1)} onClose={() => setAsked(null)} />
      ) : null}
    </div>
  )
}

type RowProps = { about: SubtitlePackage; onDelete: (about: SubtitlePackage, opener: HTMLElement) => void }

function PackageRow({ about, onDelete }: RowProps) {
  const { t, locale } = useTranslation('local-subtitles')
  const { fileName, sizeBytes, createdAt } = about
  const name = shownName(fileName)
  return (
    <li className={css.package}>
      <div>
        <p className={css.name}>
          <bdi>{name}</bdi>
        </p>
        <p className={css.facts}>
          <span>{formatSize(sizeBytes)}</span>
          <time dateTime={createdAt.toISOString()}>{formatDateAndTime(createdAt, locale)}</time>
        </p>
      </div>
      <IconButton
        isSmall
        label={t('packages.delete', { name })}
        aria-haspopup="dialog"
        onClick={({ currentTarget }) => onDelete(about, currentTarget)}
      >
        <DeleteIcon />
      </IconButton>
    </li>
  )
}

function Pending() {
  const { t } = useTranslation('local-subtitles')
  return (
    <>
      <p className={controls.hidden} role="status">
        {t('packages.loading')}
      </p>
      <div className={`${skeleton.skeleton} ${css.pending}`} />
    </>
  )
}

function Failed({ problem, onRetry }: { problem: LocalSubtitleProblem; onRetry: () => void }) {
  const { t } = useTranslation('local-subtitles')
  const mustReload = problem.kind === 'newerDatabase' || problem.kind === 'upgradeFailed'
  return (
    <div className={css.failed}>
      <p className={forms.failure} role="alert">
        {problemText(problem, '', t)}
      </p>
      {problem.kind === 'unavailable' ? null : (
        <button type="button" className={controls.button} onClick={mustReload ? () => location.reload() : onRetry}>
          {mustReload ? t('packages.reload') : t('packages.retry')}
        </button>
      )}
    </div>
  )
}
