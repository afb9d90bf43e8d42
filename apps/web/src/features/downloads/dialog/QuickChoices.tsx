import type { TrackNode } from '@otodana/contract'
import { useMemo } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'

import css from './QuickChoices.module.css'
import { type Chosen, chosenOf, filesBelow, quickChoices } from './selection.ts'

type Props = {
  tree: readonly TrackNode[]
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
}

/** Chooses all files, all sound or one format in a press; nothing where these are the same. */
export function QuickChoices({ tree, chosen, onChoose }: Props) {
  const { t } = useTranslation('downloads')
  const choices = useMemo(() => quickChoices(tree), [tree])
  const count = useMemo(() => filesBelow(tree).filter(({ hash }) => chosen.has(hash)).length, [tree, chosen])
  if (choices.length === 0) return null
  return (
    <div className={css.quick} role="group" aria-label={t('quick.label')}>
      {choices.map(({ kind, format, files }) => (
        <button
          key={kind + format}
          type="button"
          className={css.chip}
          aria-pressed={files.length === count && chosenOf(files, chosen) === 'all'}
          onClick={() => onChoose(new Set(files.map(({ hash }) => hash)))}
        >
          {kind === 'format' ? t('quick.format', { format: format || '–' }) : t(`quick.${kind}`)}
        </button>
      ))}
    </div>
  )
}
