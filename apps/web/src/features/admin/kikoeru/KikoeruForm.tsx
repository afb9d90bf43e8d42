import {
  getKikoeruReport,
  type KikoeruContents,
  type KikoeruImport,
  MAX_KIKOERU_SECRET_LENGTH,
  startKikoeruImport,
} from '@otodana/contract'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { type Api, endpointUrl } from '#lib/api/api.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { saveBlob } from '#lib/browser/save-file.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import { TextField } from '#ui/TextField.tsx'

import { fetchFile } from '../fetch-file.ts'
import { Question } from '../Question.tsx'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'
import type { Answers } from './kikoeru-answers.ts'
import { KikoeruCounts } from './KikoeruCounts.tsx'
import { KikoeruCovers } from './KikoeruCovers.tsx'
import { KikoeruFolders } from './KikoeruFolders.tsx'
import { KikoeruUsers } from './KikoeruUsers.tsx'
import css from './KikoeruPanel.module.css'

type Props = {
  api: Api
  status: KikoeruImport
  answers: Answers
  onAnswers: (answers: Answers) => void
  /** Of the covers that were chosen. */
  problem: string | null
  onShow: (next: KikoeruImport) => void
  onCovers: (files: readonly File[]) => void
  onChooseOther: () => void
  /** Deletes what was sent. */
  onClose: () => void
}

/** What was sent: how its names become ours, what would come of it, and the take-over. */
export function KikoeruForm(props: Props) {
  const { api, status, answers, onAnswers, problem, onShow, onCovers, onChooseOther, onClose } = props
  const { t } = useTranslation('kikoeru')
  const { act, isBusy, failure } = useAction()
  const [question, setQuestion] = useState<'passwords' | 'discard' | null>(null)
  const { state, isDryRun, contents, covers } = status
  const { secret, owner, accounts } = answers
  const isChecked = state === 'done' && isDryRun
  const mayTakeOver = isChecked || (state === 'cancelled' && !isDryRun)

  const start = (onlyCheck: boolean) =>
    act(async () => {
      setQuestion(null)
      const users = [...accounts].flatMap(([name, account]) =>
        account.trim() === '' ? [] : [{ name, account: account.trim() }],
      )
      const body = { isDryRun: onlyCheck, secret: secret.trim() || null, owner: owner.trim() || null, users }
      onShow(await api(startKikoeruImport, { body }))
    })
  const saveReport = () => act(async () => saveBlob('kikoeru.txt', await fetchFile(endpointUrl(getKikoeruReport, {}))))
  const takeOver = () =>
    secret.trim() === '' && (contents?.passwords ?? 0) > 0 ? setQuestion('passwords') : start(false)

  if (contents === null) {
    return (
      <div className={css.panel}>
        <StateText status={status} />
        <div className={section.row}>
          <button type="button" className={controls.button} aria-disabled={isBusy} onClick={saveReport}>
            {t('report')}
          </button>
          <button ref={focusNow} type="button" className={controls.button} aria-disabled={isBusy} onClick={onClose}>
            {t('close')}
          </button>
        </div>
        <Failure text={failure} />
      </div>
    )
  }
  return (
    <div className={css.panel}>
      <StateText status={status} />
      <Secret contents={contents} value={secret} onChange={(next) => onAnswers({ ...answers, secret: next })} />
      <KikoeruUsers contents={contents} answers={answers} onAnswers={onAnswers} />
      <KikoeruFolders api={api} folders={contents.folders} />
      <KikoeruCovers count={covers} onChoose={onCovers} />
      {question === 'passwords' ? (
        <Question
          text={t('withoutPasswords', { count: contents.passwords, formatted: formatCount(contents.passwords) })}
          confirmLabel={t('takeOverWithout')}
          isBusy={isBusy}
          isHarmless
          onConfirm={() => start(false)}
          onCancel={() => setQuestion(null)}
        />
      ) : question === 'discard' ? (
        <Question
          text={t('discardQuestion')}
          confirmLabel={t('discard')}
          isBusy={isBusy}
          onConfirm={onClose}
          onCancel={() => setQuestion(null)}
        />
      ) : (
        <div className={section.row}>
          {mayTakeOver ? (
            <button
              ref={focusNow}
              type="button"
              className={controls.primary}
              aria-disabled={isBusy}
              onClick={() => (isBusy ? undefined : takeOver())}
            >
              {t('takeOver')}
            </button>
          ) : null}
          <button
            type="button"
            className={mayTakeOver ? controls.button : controls.primary}
            aria-disabled={isBusy}
            onClick={() => start(true)}
          >
            {isChecked ? t('again') : t('check')}
          </button>
          {state === 'done' ? (
            <button type="button" className={controls.button} aria-disabled={isBusy} onClick={saveReport}>
              {t('report')}
            </button>
          ) : null}
          <button type="button" className={controls.button} onClick={onChooseOther}>
            {t('other')}
          </button>
          <button type="button" className={controls.button} onClick={() => setQuestion('discard')}>
            {t('close')}
          </button>
        </div>
      )}
      <Failure text={problem ?? failure} />
    </div>
  )
}

function StateText({ status }: { status: KikoeruImport }) {
  const { t } = useTranslation('kikoeru')
  const { state, isDryRun, problem, isSecretDoubtful } = status
  if (problem !== null) return <Failure text={t(`problems.${problem}`)} />
  const stopped = isDryRun ? t('checkCancelled') : t('cancelled')
  const done = isDryRun ? t('checked') : t('done')
  return (
    <>
      <div role="status" className={css.panel}>
        <p className={css.strong}>{state === 'done' ? done : state === 'cancelled' ? stopped : t('ready')}</p>
        {state === 'done' ? <KikoeruCounts status={status} /> : null}
      </div>
      <Failure text={isSecretDoubtful ? t('doubtfulSecret') : null} />
    </>
  )
}

type SecretProps = { contents: KikoeruContents; value: string; onChange: (secret: string) => void }

/** Asks for `md5secret` if there are passwords that need it. */
function Secret({ contents: { passwords }, value, onChange }: SecretProps) {
  const { t } = useTranslation('kikoeru')
  if (passwords === 0) return null
  return (
    <TextField
      label={t('secret')}
      hint={t('secretHint', { count: passwords, formatted: formatCount(passwords) })}
      value={value}
      maxLength={MAX_KIKOERU_SECRET_LENGTH}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
