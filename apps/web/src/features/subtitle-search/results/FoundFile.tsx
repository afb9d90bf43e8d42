import type { SubtitleMatch, SubtitleWork } from '@otodana/contract'
import { workPath } from '@otodana/work-code'

import { nameWithoutExtension } from '#features/track-queue/index.ts'
import { folderHref } from '#features/file-tree/index.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'

import css from './FoundFile.module.css'
import { FoundLines } from './FoundLines.tsx'
import { subtitlesHref } from '../subtitles-search.ts'
import type { LinePlayer } from './use-line-player.ts'

type Props = { work: SubtitleWork; match: SubtitleMatch; keyword: string; player: LinePlayer; heading: 'h2' | 'h3' }

/** A track, its subtitle's name and the matching lines. */
export function FoundFile({ work, match, keyword, player, heading: Heading }: Props) {
  const { t } = useTranslation('subtitle-search')
  const { audio, subtitle, lines, lineCount } = match
  const name = nameWithoutExtension(nameOf(audio?.path ?? subtitle.path))
  const more = lineCount - lines.length
  return (
    <section className={css.file}>
      <Heading className={css.name} lang={langOfText(name)}>
        {name}
      </Heading>
      <p className={css.path} lang={langOfText(subtitle.path)}>
        {subtitle.path}
      </p>
      <FoundLines
        lines={lines}
        label={t('linesOf', { name })}
        href={audio ? workPath(work) + folderHref(audio.path.split('/').slice(0, -1)) : null}
        onPoint={() => player.prepare(work.id)}
        onChoose={(line) => void player.play(work, match, line)}
      />
      {audio ? null : <p className={css.note}>{t('noAudio')}</p>}
      {player.failedHash === subtitle.hash ? (
        <p className={css.note} role="alert">
          {t('cannotPlay')}
        </p>
      ) : null}
      {more > 0 ? (
        <a className={css.more} href={subtitlesHref({ keyword, work: work.source_id })}>
          {t('moreLines', { count: more, formatted: formatCount(more) })}
        </a>
      ) : null}
    </section>
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
