import '#i18n/on-demand/code-correction-texts.ts'

import { correctCode } from '@otodana/contract'
import { parseWorkCode, parseWorkRef, workPath } from '@otodana/work-code'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { useErrorText } from '#i18n/use-error-text.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { TextField } from '#ui/TextField.tsx'

import css from './CorrectCode.module.css'

type Props = {
  /** The work; undefined: it is asked for. */
  workId?: number
  onDone: () => void
}

/** Gives a work's folder another code. */
export function CorrectCode({ workId, onDone }: Props) {
  const { t } = useTranslation('code-correction')
  const { api } = useRouter().options.context
  const [before, setBefore] = useState(workId === undefined ? '' : String(workId))
  const [wanted, setWanted] = useState('')
  const [isTried, setTried] = useState(false)
  const isBeforeWrong = parseWorkRef(before.trim()) === null
  const isWantedWrong = wanted.trim() !== '' && parseWorkCode(wanted.trim()) === null
  const correct = useMutation({
    mutationFn: async (code: string | null) => {
      const corrected = await api(correctCode, { params: { id: before.trim() }, body: { code } })
      return workPath({ id: corrected.workId, source_id: code, source_type: 'DLSITE' })
    },
    onSuccess: () => {
      if (workId === undefined) setBefore('')
      setWanted('')
      setTried(false)
      onDone()
    },
  })
  const isDone = correct.data !== undefined && workId !== undefined
  return (
    <form
      className={forms.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isBeforeWrong && !isWantedWrong && !correct.isPending)
          correct.mutate(wanted.trim() === '' ? null : wanted.trim())
      }}
    >
      <p className={forms.hint}>{t('text')}</p>
      {isDone ? null : (
        <div className={css.fields}>
          {workId === undefined ? (
            <TextField
              label={t('now')}
              value={before}
              autoComplete="off"
              problem={isTried && isBeforeWrong ? t('notACode') : undefined}
              onChange={({ target }) => setBefore(target.value)}
            />
          ) : null}
          <TextField
            data-first=""
            label={t('wanted')}
            hint={t('wantedHint')}
            value={wanted}
            autoComplete="off"
            problem={isTried && isWantedWrong ? t('notACode') : undefined}
            onChange={({ target }) => setWanted(target.value)}
          />
        </div>
      )}
      {correct.error ? <Refused error={correct.error} /> : null}
      <div className={css.row}>
        {isDone ? null : (
          <button type="submit" className={controls.button} aria-disabled={correct.isPending}>
            {t('submit')}
          </button>
        )}
        <p role="status" className={forms.hint}>
          {correct.data ? (
            <>
              {t('done')} <a href={correct.data}>{t('openWork')}</a>
            </>
          ) : null}
        </p>
      </div>
    </form>
  )
}

function Refused({ error }: { error: Error }) {
  return (
    <p className={forms.failure} role="alert">
      {useErrorText(error)}
    </p>
  )
}
