import type { Work } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { langOfText } from '#i18n/lang-of.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { CorrectCode } from './CorrectCode.tsx'

type Props = { work: Pick<Work, 'id' | 'title'>; onClose: () => void }

/** Corrects the code of the work whose page is shown. */
export default function CorrectCodeDialog({ work, onClose }: Props) {
  const { t } = useTranslation('code-correction')
  const router = useRouter()
  const queryClient = useQueryClient()
  const [isDone, setDone] = useState(false)
  function handleDone() {
    setDone(true)
    void queryClient.invalidateQueries({ refetchType: 'none' })
  }
  function close() {
    onClose()
    // Only now: the page behind the dialog is no longer a work's.
    if (!isDone) return
    void queryClient.invalidateQueries()
    void router.invalidate()
  }
  return (
    <Dialog title={t('submit')} onClose={close}>
      <p className={forms.hint} lang={langOfText(work.title)}>
        {work.title}
      </p>
      <CorrectCode workId={work.id} onDone={handleDone} />
    </Dialog>
  )
}
