import { type IgnoredWords, MAX_SUBTITLE_QUERY_LENGTH, MAX_SUBTITLE_TERMS, type SubtitlePage } from '@otodana/contract'

import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import css from './SearchNotes.module.css'

const SHOWN_CHARACTERS = 60

type Props = {
  page: Pick<SubtitlePage, 'index' | 'ignored'>
  /** The query was truncated. */
  isCut: boolean
}

/** Notes about subtitles not indexed yet, and ignored parts of the query. */
export function SearchNotes({ page: { index, ignored }, isCut }: Props) {
  const { t } = useTranslation('subtitle-search')
  const signs = wordsOf(ignored, 'signs')
  const tooMany = wordsOf(ignored, 'tooMany')
  const notes = [
    index.state === 'building' ? t('building', { percent: Math.floor(index.progress * 100) }) : null,
    isCut ? t('ignored.cut', { formatted: formatCount(MAX_SUBTITLE_QUERY_LENGTH) }) : null,
    signs === '' ? null : t('ignored.signs', { words: signs }),
    tooMany === '' ? null : t('ignored.tooMany', { formatted: formatCount(MAX_SUBTITLE_TERMS), words: tooMany }),
  ].filter((note) => note !== null)
  if (notes.length === 0) return null
  return (
    <div className={css.notes}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}

function wordsOf(ignored: readonly IgnoredWords[], reason: IgnoredWords['reason']): string {
  const words = ignored.flatMap((one) => (one.reason === reason ? one.words : [])).join(' ')
  const characters = [...words]
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : words
}
