import '#i18n/on-demand/local-subtitle-texts.ts'

import type { TrackFile, TrackNode, Work } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { localSubtitleQueries, problemText, shownProblem, type LocalSubtitle } from '#features/local-subtitles/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { focusOpener } from '#lib/browser/focus.ts'
import forms from '#ui/forms.module.css'
import { SubtitlesIcon } from '#ui/icons/deferred-icons.ts'
import { PartMissing } from '#ui/PartMissing.tsx'
import { FileName } from '#ui/FileName.tsx'

import css from './WorkSubtitles.module.css'

const FilePreview = lazyComponent(() => import('#features/file-preview/index.ts'), PartMissing)

type Props = {
  work: Work
  /** The work's files, in which lines can be played; empty if unknown. */
  tree: readonly TrackNode[]
}

/** A work's subtitles on this device. */
export default function WorkSubtitles({ work, tree }: Props) {
  const { t } = useTranslation('local-subtitles')
  const id = useId()
  const { data, error } = useQuery(localSubtitleQueries.ofWork(work.id))
  const [opened, setOpened] = useState<LocalSubtitle | null>(null)
  if (data?.length === 0) return null
  return (
    <section className={css.section} aria-labelledby={id}>
      <header className={css.header}>
        <h2 id={id} className={css.title}>
          {t('work.title')}
        </h2>
        <a className={css.manage} href="/settings#local-subtitles">
          {t('work.manage')}
        </a>
      </header>
      {error ? (
        <p className={forms.failure} role="alert">
          {problemText(shownProblem(error), '', t)}
        </p>
      ) : data ? (
        <ul className={css.list}>
          {data.map((subtitle) => (
            <li key={subtitle.id}>
              <button
                type="button"
                className={css.file}
                aria-haspopup="dialog"
                onClick={({ currentTarget }) => {
                  focusOpener(currentTarget)
                  setOpened(subtitle)
                }}
              >
                <SubtitlesIcon size="1.25em" />
                <span className={css.names}>
                  <FileName name={subtitle.name} />
                  <FileName className={css.folder} name={folderOf(subtitle)} />
                </span>
                <span className={css.size}>{formatSize(subtitle.content.length)}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className={forms.hint} role="status">
          {t('work.loading')}
        </p>
      )}
      {opened ? (
        <FilePreview
          file={asFile(opened, work)}
          content={opened.content}
          folder={[]}
          tree={tree}
          work={work}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </section>
  )
}

function folderOf({ path, name }: LocalSubtitle): string {
  return path.slice(0, -name.length).replace(/\/$/, '').replaceAll('/', ' / ')
}

/** Converts it to a file without a URL. */
function asFile({ id, name, content }: LocalSubtitle, work: Work): TrackFile {
  return {
    type: 'text',
    hash: `local/${id}`,
    title: name,
    work: { id: work.id, source_id: work.source_id, source_type: work.source_type },
    workTitle: work.title,
    mediaStreamUrl: '',
    mediaDownloadUrl: '',
    streamLowQualityUrl: '',
    size: content.length,
  }
}
