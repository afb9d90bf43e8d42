import { useEffect, useId, useMemo, useRef, useState, type DragEvent } from 'react'

import { useCovers } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { useMediaAddress } from '#lib/api/media-address.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { ImportIcon } from '#ui/icons/deferred-icons.ts'

import { shownValue } from '../draft.ts'
import { coverOf, type CoverValue } from '../values.ts'
import css from './CoverField.module.css'
import { type FieldEdit, FieldFrame } from './FieldFrame.tsx'

/** As the server's limit. */
const MAX_BYTES = 20 * 1024 * 1024
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
/** More pictures of a work are rarely covers. */
const MOST_PICTURES = 40

type Props = { edit: FieldEdit; workId: number; hasProviderCover: boolean }

/** Chooses a work's cover: one of its pictures, the provider's, or an uploaded one. */
export function CoverField({ edit, workId, hasProviderCover }: Props) {
  const { t } = useTranslation('editing')
  const { coverUrl } = useCovers()
  const address = useMediaAddress()
  const name = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isOver, setOver] = useState(false)
  const latest = useRef<File | null>(null)
  const { saved, draft, pictures } = edit
  const cover = coverOf(shownValue(saved, draft))
  const pending = cover && 'picture' in cover ? cover.picture : null
  const preview = useObjectUrl(pending)
  const savedCover = coverOf(saved.value)

  function choose(value: CoverValue): void {
    latest.current = null
    setRefusal(null)
    edit.onSet(value)
  }
  async function take(file: File | undefined): Promise<void> {
    if (!file) return
    latest.current = file
    const refused = await refusalOf(file)
    // Another one was chosen meanwhile.
    if (latest.current !== file) return
    if (refused === null) choose({ picture: file })
    else setRefusal(t(`cover.${refused}`))
  }
  function handleDrop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  const isSaved = JSON.stringify(cover) === JSON.stringify(savedCover)
  const current =
    preview ?? (cover && 'file' in cover ? pictureUrl(cover.file) : isSaved ? coverUrl(workId, 'main') : null)
  return (
    <FieldFrame edit={refusal === null ? edit : { ...edit, problem: refusal }}>
      {({ labelledBy }) => (
        <div
          className={isOver ? `${css.cover} ${css.over}` : css.cover}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={handleDrop}
        >
          <div className={css.preview}>
            {current === null ? (
              <p className={css.none}>{t('cover.afterSaving')}</p>
            ) : (
              <img src={current} alt={t('cover.preview')} />
            )}
          </div>
          <div className={css.choices}>
            <button type="button" className={controls.button} onClick={() => input.current?.click()}>
              <ImportIcon size="1.25em" />
              {t('cover.upload')}
            </button>
            <input
              ref={input}
              type="file"
              className={controls.hidden}
              accept={TYPES.join()}
              aria-label={t('cover.upload')}
              tabIndex={-1}
              onChange={({ target }) => {
                void take(target.files?.[0])
                target.value = ''
              }}
            />
            <p className={forms.hint}>{t('cover.hint')}</p>
            {pictures.length > 0 || hasProviderCover ? (
              <div className={css.pictures} role="radiogroup" aria-labelledby={labelledBy}>
                {hasProviderCover ? (
                  <label className={css.picture}>
                    <input
                      type="radio"
                      name={name}
                      className={css.radio}
                      checked={cover !== null && 'provider' in cover}
                      onChange={() => choose({ provider: true })}
                    />
                    <span className={css.text}>{t('cover.provider')}</span>
                  </label>
                ) : null}
                {pictures.slice(0, MOST_PICTURES).map(({ id, path }) => (
                  <label key={id} className={css.picture} title={path}>
                    <input
                      type="radio"
                      name={name}
                      className={css.radio}
                      aria-label={path}
                      checked={cover !== null && 'file' in cover && cover.file === id}
                      onChange={() => choose({ file: id })}
                    />
                    <img src={pictureUrl(id)} alt="" loading="lazy" decoding="async" />
                  </label>
                ))}
              </div>
            ) : null}
          </div>
        </div>
      )}
    </FieldFrame>
  )

  function pictureUrl(fileId: number): string {
    return address(`/api/media/stream/${workId}/${fileId}`)
  }
}

/** Says what is wrong with a picture. It is decoded, because a file can have any name. */
async function refusalOf(file: File): Promise<'tooLarge' | 'notPicture' | null> {
  if (file.size > MAX_BYTES) return 'tooLarge'
  if (!TYPES.includes(file.type)) return 'notPicture'
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return null
  } catch {
    return 'notPicture'
  } finally {
    URL.revokeObjectURL(url)
  }
}

function useObjectUrl(file: File | null): string | null {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : null), [file])
  useEffect(() => () => void (url === null || URL.revokeObjectURL(url)), [url])
  return url
}
