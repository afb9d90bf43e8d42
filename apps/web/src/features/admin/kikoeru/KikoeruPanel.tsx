import '#i18n/on-demand/kikoeru-texts.ts'

import {
  endKikoeruImport,
  type KikoeruImport,
  MAX_KIKOERU_BYTES,
  SQLITE_HEADER,
  uploadKikoeru,
  uploadKikoeruCover,
} from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { apiSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { type Api, createApi, isAbort } from '#lib/api/api.ts'
import { uploadFetch } from '#lib/api/upload-fetch.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { formatSize } from '#lib/format/format-size.ts'
import controls from '#ui/controls.module.css'
import { DropZone } from '#ui/DropZone.tsx'
import progress from '#ui/progress.module.css'

import { adminQueries } from '../admin.queries.ts'
import { Loaded } from '../Loaded.tsx'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { showAnswer } from '../show-answer.ts'
import { useAction } from '../use-action.ts'
import { type Answers, noAnswers } from './kikoeru-answers.ts'
import { KikoeruForm } from './KikoeruForm.tsx'
import css from './KikoeruPanel.module.css'
import { coversAmong, sendCovers } from './send-covers.ts'

type Props = { api: Api; onClose: () => void }
type Sending = { what: 'database' | 'covers'; share: number }

const BYTES = 'application/octet-stream'

/** Sends kikoeru's database and covers, shows what would come, and takes it over. */
export function KikoeruPanel({ api, onClose }: Props) {
  const query = useQuery(adminQueries.kikoeru(api))
  return <Loaded query={query}>{(status) => <Panel api={api} status={status} onClose={onClose} />}</Loaded>
}

function Panel({ api, status, onClose }: Props & { status: KikoeruImport }) {
  const { t } = useTranslation('kikoeru')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const [sending, setSending] = useState<Sending | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isChoosing, setChoosing] = useState(false)
  // The form gives way to the progress of a check.
  const [answers, setAnswers] = useState<Answers>(noAnswers)
  const stop = useRef<AbortController | null>(null)
  const { state, isDryRun, share } = status
  const limit = formatSize(MAX_KIKOERU_BYTES)

  const show = (next: KikoeruImport) => showAnswer(queryClient, adminQueries.kikoeru(api).queryKey, next)
  const end = () => act(async () => show(await api(endKikoeruImport, {})))
  const close = () =>
    act(async () => {
      show(await api(endKikoeruImport, {}))
      onClose()
    })

  function upload(what: Sending['what'], send: (progress: UploadProgress) => Promise<void>): void {
    const controller = new AbortController()
    stop.current = controller
    setProblem(null)
    act(async () => {
      setSending({ what, share: 0 })
      try {
        await send({ signal: controller.signal, onProgress: (sent) => setSending({ what, share: sent }) })
      } catch (error) {
        if (!isAbort(error)) throw error
      } finally {
        setSending(null)
      }
    })
  }

  async function chooseDatabase(file: File | undefined): Promise<void> {
    if (!file) return
    if (file.size > MAX_KIKOERU_BYTES) return setProblem(t('tooLarge', { limit }))
    if (!(await isSqlite(file))) return setProblem(t('notSqlite', { name: file.name }))
    upload('database', async (progress) => {
      const send = uploadFetch(file, { type: BYTES, ...progress })
      show(await createApi({ fetch: send, caller: apiSession })(uploadKikoeru, {}))
      setChoosing(false)
      setAnswers(noAnswers)
    })
  }

  function chooseCovers(files: readonly File[]): void {
    const covers = coversAmong(files)
    if (covers.length === 0) return setProblem(t('covers.none'))
    upload('covers', ({ signal, onProgress }) =>
      sendCovers(covers, {
        signal,
        onProgress,
        async send(cover) {
          const send = uploadFetch(cover, { type: BYTES, signal, onProgress() {} })
          show(
            await createApi({ fetch: send, caller: apiSession })(uploadKikoeruCover, { query: { name: cover.name } }),
          )
        },
      }),
    )
  }

  if (sending !== null) {
    const text = sending.what === 'covers' ? t('covers.sending') : sending.share < 1 ? t('sending') : t('reading')
    return <Progress text={text} label={t('sent')} share={sending.share} onCancel={() => stop.current?.abort()} />
  }
  if (state === 'running') {
    return <Progress text={isDryRun ? t('checking') : t('taking')} label={t('share')} share={share} onCancel={end} />
  }
  const hasEnded = status.contents === null && state !== 'none'
  if (isChoosing || (status.contents === null && !hasEnded)) {
    return (
      <div className={css.panel}>
        <DropZone
          title={t('choose')}
          hint={t('drop', { limit })}
          accept=".sqlite3,.sqlite,.db"
          isFocused
          onChoose={(file) => void chooseDatabase(file)}
        />
        <div className={section.row}>
          <button
            type="button"
            className={controls.button}
            aria-disabled={isBusy}
            onClick={() => (isChoosing ? setChoosing(false) : onClose())}
          >
            {isChoosing ? t('back') : t('close')}
          </button>
        </div>
        <Failure text={problem ?? failure} />
      </div>
    )
  }
  return (
    <KikoeruForm
      api={api}
      status={status}
      answers={answers}
      onAnswers={setAnswers}
      problem={problem}
      onShow={show}
      onCovers={chooseCovers}
      onChooseOther={() => {
        setProblem(null)
        setChoosing(true)
      }}
      onClose={close}
    />
  )
}

type UploadProgress = { signal: AbortSignal; onProgress: (share: number) => void }

async function isSqlite(file: File): Promise<boolean> {
  return (await file.slice(0, SQLITE_HEADER.length).text()) === SQLITE_HEADER
}

function Progress(props: { text: string; label: string; share: number; onCancel: () => void }) {
  const { t } = useTranslation('admin')
  const { text, label, share, onCancel } = props
  return (
    <div className={css.panel}>
      <p role="status" className={css.strong}>
        {text}
      </p>
      <div className={section.row}>
        <progress className={`${progress.bar} ${css.bar}`} aria-label={label} {...(share < 1 && { value: share })} />
        <button ref={focusNow} type="button" className={controls.button} onClick={onCancel}>
          {t('cancel')}
        </button>
      </div>
    </div>
  )
}
