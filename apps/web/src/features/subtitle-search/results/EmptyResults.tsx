import { useTranslation } from '#i18n/use-translation.ts'
import { worksHref } from '#features/works/index.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import type { EmptyKind } from './empty-kind.ts'
import { subtitlesHref } from '../subtitles-search.ts'

type Props = {
  /** `hint`: no search yet. */
  kind: EmptyKind | 'hint'
  keyword?: string
  onSearchOn?: () => void
}

/** Explains empty results, with links. */
export function EmptyResults({ kind, keyword = '', onSearchOn }: Props) {
  const { t } = useTranslation('subtitle-search')
  return (
    <Message title={t(`${kind}.title`)} text={t(`${kind}.text`)}>
      {kind === 'partial' ? (
        <button type="button" className={controls.button} onClick={onSearchOn}>
          {t('partial.on')}
        </button>
      ) : kind === 'pastEnd' ? (
        <a className={controls.button} href={subtitlesHref({ keyword })}>
          {t('pastEnd.first')}
        </a>
      ) : kind === 'none' || kind === 'signs' || kind === 'off' ? (
        <a className={controls.button} href={worksHref({ keyword })}>
          {t('none.works')}
        </a>
      ) : undefined}
    </Message>
  )
}
