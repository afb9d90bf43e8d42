import { type TrackFile, type TrackNode, workFolderName } from '@otodana/contract'
import { useMemo, useState } from 'react'

import { formatSize } from '#lib/format/format-size.ts'
import { langOfText } from '#i18n/lang-of.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { ChoiceTree } from './ChoiceTree.tsx'
import { QuickChoices } from './QuickChoices.tsx'
import { useDevice } from '../saving/device.store.ts'
import css from './DownloadDialog.module.css'
import type { DownloadedWork } from '../queue/downloads.store.ts'
import { hasPicker } from '../saving/picker.ts'
import { planOf } from '../queue/plan.ts'
import { begin } from '../queue/run-download.ts'
import { saveZip, zipPath } from '../saving/save-zip.ts'
import { filesBelow, filesToSave, sizeOf } from './selection.ts'
import { supportOf } from '../saving/support.ts'
import { DownloadError } from '../queue/failure-kind.ts'

type Props = {
  work: DownloadedWork
  tree: readonly TrackNode[]
  initial: readonly TrackNode[]
  isMobile: boolean
}

const hashesOf = (files: readonly TrackFile[]) => new Set(files.map(({ hash }) => hash))

/** Selects files and the destination: a folder if the browser supports it, or one zip. */
export function ChooseFiles({ work, tree, initial, isMobile }: Props) {
  const speech = useSpeech()
  const t = speech.texts('downloads')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => hashesOf(filesToSave(tree, initial)))
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const files = useMemo(() => filesBelow(tree), [tree])
  const wanted = files.filter(({ hash }) => chosen.has(hash))
  const support = supportOf(
    { hasPicker: hasPicker(), isSecure: isSecureContext, userAgent: navigator.userAgent },
    isMobile,
  )
  const isNothing = wanted.length === 0
  const archive = zipPath(work.id, files, chosen)

  /** One at a time: on a double press, the browser would reject the second folder dialog, and save the zip twice. */
  async function carryOut(save: () => Promise<unknown>, textOf: (error: unknown) => string) {
    if (isNothing || isBusy) return
    setFailure('')
    setBusy(true)
    try {
      await save()
    } catch (error) {
      setFailure(textOf(error))
    } finally {
      setBusy(false)
    }
  }

  function handleFolder() {
    void carryOut(
      () => begin(work, tree, planOf(tree, chosen)),
      (error) => {
        if (!(error instanceof DownloadError)) throw error
        return t(`trouble.${error.trouble}`)
      },
    )
  }

  function handleZip() {
    if (archive === null) return setFailure(t('tooScattered'))
    void carryOut(
      () => saveZip(archive),
      (error) => errorText(error, speech),
    )
  }

  return (
    <>
      <p className={css.about} lang={langOfText(work.title)}>
        {work.title}
      </p>
      {support === 'folder' ? null : (
        <div className={css.note} role="note">
          <p>{t(`support.${support}`)}</p>
          <p className={css.dim}>{t('support.zip')}</p>
          {support === 'needsChrome' && isMobile ? (
            <button type="button" className={css.link} onClick={() => useDevice.setState({ isMobile: false })}>
              {t('device.change')}
            </button>
          ) : null}
        </div>
      )}
      <QuickChoices tree={tree} chosen={chosen} onChoose={setChosen} />
      <ChoiceTree tree={tree} chosen={chosen} onChange={setChosen} />
      {failure === '' ? null : (
        <p className={forms.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={css.foot}>
        <p className={css.total} role="status">
          {t('total', {
            count: wanted.length,
            formatted: formatCount(wanted.length),
            size: formatSize(sizeOf(wanted)),
          })}
        </p>
        <div className={css.actions}>
          <button
            type="button"
            className={support === 'folder' ? controls.button : controls.primary}
            aria-disabled={isNothing || isBusy}
            onClick={handleZip}
          >
            {t('zip')}
          </button>
          {support === 'folder' ? (
            <button
              type="button"
              className={controls.primary}
              data-first=""
              aria-disabled={isNothing || isBusy}
              onClick={handleFolder}
            >
              {t('folder')}
            </button>
          ) : null}
        </div>
        {support === 'folder' ? <Destination name={workFolderName(work)} /> : null}
      </div>
    </>
  )
}

function Destination({ name }: { name: string }) {
  const { t } = useTranslation('downloads')
  const [before, after] = t('into', { name: '\n' }).split('\n')
  return (
    <p className={css.dim}>
      {before}
      <span lang={langOfText(name)}>{name}</span>
      {after}
    </p>
  )
}
