import type { TrackFile } from '@otodana/contract'
import { useMemo, useState, type ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { mediaAddress } from '#lib/api/media-address.ts'
import { shownName } from '#lib/format/shown-name.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import controls from '#ui/controls.module.css'

import { encodings, readText, type Encoding } from './read-text.ts'
import { TEXT_SIZES, useTextSettings } from './text-settings.store.ts'
import css from './TextView.module.css'

type Props = {
  file: TrackFile
  bytes: Uint8Array
  /** Switches to another view, if there is one. */
  modes: ReactNode
  /** It is named like a subtitle. */
  isBroken: boolean
}

export function PlainText({ file, bytes, modes, isBroken }: Props) {
  const { t } = useTranslation('file-preview')
  const { sizeStep, isWrapped } = useTextSettings()
  const [encoding, setEncoding] = useState<Encoding | null>(null)
  const { blocks, isCut, isEmpty } = useMemo(() => readText(bytes, encoding), [bytes, encoding])
  const resize = (by: number) => {
    const step = sizeStep + by
    if (step in TEXT_SIZES) useTextSettings.setState({ sizeStep: step })
  }
  return (
    <>
      <div className={css.toolbar} role="toolbar" aria-label={t('text.controls')}>
        {modes}
        <button
          type="button"
          className={`${controls.iconButton} ${css.smaller}`}
          aria-label={t('text.smaller')}
          aria-disabled={sizeStep === 0}
          onClick={() => resize(-1)}
        >
          A
        </button>
        <button
          type="button"
          className={`${controls.iconButton} ${css.larger}`}
          aria-label={t('text.larger')}
          aria-disabled={sizeStep === TEXT_SIZES.length - 1}
          onClick={() => resize(1)}
        >
          A
        </button>
        <Checkbox
          className={css.wrap}
          label={t('text.wrap')}
          isOn={isWrapped}
          onChange={(isOn) => useTextSettings.setState({ isWrapped: isOn })}
        />
        <select
          className={`${controls.field} ${css.encoding}`}
          aria-label={t('text.encoding')}
          value={encoding ?? ''}
          onChange={({ target }) => setEncoding(encodings.find((known) => known === target.value) ?? null)}
        >
          <option value="">{t('text.recognised')}</option>
          {encodings.map((known) => (
            <option key={known} value={known}>
              {known.toUpperCase().replace('_', '-')}
            </option>
          ))}
        </select>
      </div>
      {isCut && (
        <p className={css.notice} role="status">
          {t('text.cut')}{' '}
          <a href={mediaAddress(file.mediaDownloadUrl)} download>
            {t('text.whole')}
          </a>
        </p>
      )}
      {(isEmpty || isBroken) && (
        <p className={css.notice} role="status">
          {isEmpty ? t('text.empty') : t('text.noLines')}
        </p>
      )}
      {/* Scrollable, so the keyboard must reach it. */}
      <div
        className={css.text}
        role="region"
        aria-label={shownName(file.title)}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-wrapped={isWrapped}
        style={{ fontSize: `${TEXT_SIZES[sizeStep]}rem` }}
      >
        {blocks.map((block, index) => (
          <pre key={index} className={css.block}>
            {block}
          </pre>
        ))}
      </div>
    </>
  )
}
