import '#i18n/on-demand/series-texts.ts'

import type { TrackFile, Work } from '@otodana/contract'
import { useMemo, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { lazyComponent } from '#lib/chunks/lazy-component.tsx'
import { PartMissing } from '#ui/PartMissing.tsx'

import css from './SamplePictures.module.css'

const FilePreview = lazyComponent(() => import('#features/file-preview/index.ts'), PartMissing)

/** A work's sample pictures in a row; each opens in the viewer of the work's files. */
export default function SamplePictures({ work, samples }: { work: Work; samples: readonly string[] }) {
  const { t } = useTranslation('series')
  const [opened, setOpened] = useState<TrackFile | null>(null)
  const pictures = useMemo(
    () => samples.map((address, index) => asFile(work, address, t('sample', { number: index + 1 }))),
    [work, samples, t],
  )
  return (
    <section aria-label={t('samples')}>
      <ul className={css.strip}>
        {pictures.map((picture) => (
          <li key={picture.hash}>
            <button
              type="button"
              className={css.picture}
              aria-label={picture.title}
              aria-haspopup="dialog"
              onClick={() => setOpened(picture)}
            >
              <img src={mediaAddress(picture.mediaStreamUrl)} alt="" loading="lazy" decoding="async" />
            </button>
          </li>
        ))}
      </ul>
      {opened ? (
        <FilePreview file={opened} folder={pictures} tree={pictures} work={work} onClose={() => setOpened(null)} />
      ) : null}
    </section>
  )
}

/** A picture as the viewer of files shows it. */
function asFile({ id, source_id, source_type, title }: Work, address: string, name: string): TrackFile {
  return {
    type: 'image',
    hash: address,
    title: name,
    work: { id, source_id, source_type },
    workTitle: title,
    mediaStreamUrl: address,
    mediaDownloadUrl: address,
    streamLowQualityUrl: '',
    size: 0,
  }
}
