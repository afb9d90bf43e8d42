import '#i18n/on-demand/account-texts.ts'

import { useEffect, useRef, useState } from 'react'

import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { toast } from '#ui/toast.ts'
import { shownName } from '#lib/format/shown-name.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import css from './DeletePackageDialog.module.css'
import { syncSettings } from '../sync-settings.ts'
import { openEngine } from '../open-engine.ts'
import { problemText, shownProblem } from '../problem-text.ts'
import type { LocalSubtitleProblem } from '../problems.ts'
import type { SubtitlePackage } from '../types.ts'

type Props = {
  about: SubtitlePackage
  /** Called after it has closed, if the package was deleted. */
  onDeleted: () => void
  onClose: () => void
}

/** Asks for confirmation before deleting a package. */
export default function DeletePackageDialog({ about: { id, fileName }, onDeleted, onClose }: Props) {
  const { t } = useTranslation('local-subtitles')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<LocalSubtitleProblem | null>(null)
  const name = shownName(fileName)
  // It can be closed during the deletion, and another one opened.
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => void (isShown.current = false)
  }, [])

  async function handleDelete() {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const { deletePackage } = await openEngine()
      await deletePackage(id)
      await syncSettings()
      toast(t('delete.done', { name }))
      if (!isShown.current) return
      onClose()
      onDeleted()
    } catch (error) {
      const found = shownProblem(error)
      if (!isShown.current) return toast(joinSentences(name, problemText(found, fileName, t)))
      setProblem(found)
      setBusy(false)
    }
  }

  return (
    <Dialog title={t('delete.title')} onClose={onClose}>
      <div className={forms.form}>
        {problem ? (
          <p className={forms.failure} role="alert">
            {problemText(problem, fileName, t)}
          </p>
        ) : null}
        <p className={css.text}>{t('delete.text', { name })}</p>
        <div className={forms.actions}>
          <button type="button" className={controls.button} data-first="" onClick={onClose}>
            {t('delete.cancel')}
          </button>
          <button
            type="button"
            className={`${controls.button} ${forms.destroy}`}
            aria-disabled={isBusy}
            onClick={() => void handleDelete()}
          >
            {isBusy ? t('delete.busy') : t('delete.confirm')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
