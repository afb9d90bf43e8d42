import '#i18n/on-demand/kikoeru-texts.ts'

import {
  endKikoeruImport,
  getKikoeruReport,
  type KikoeruImport,
  MAX_KIKOERU_BYTES,
  MAX_KIKOERU_SECRET_LENGTH,
  startKikoeruImport,
  uploadKikoeru,
} from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { apiSession } from '#features/accounts/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { type Api, createApi, endpointUrl, isAbort } from '#lib/api/api.ts'
import { uploadFetch } from '#lib/api/upload-fetch.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { saveBlob } from '#lib/browser/save-file.ts'
import { formatSize } from '#lib/format/format-size.ts'
import controls from '#ui/controls.module.css'
import { DropZone } from '#ui/DropZone.tsx'
import progress from '#ui/progress.module.css'
import { TextField } from '#ui/TextField.tsx'

import { adminQueries } from '../admin.queries.ts'
import { fetchFile } from '../fetch-file.ts'
import { Loaded } from '../Loaded.tsx'
import { Failure } from '../Section.tsx'
import section from '../Section.module.css'
import { useAction } from '../use-action.ts'
import { KikoeruCounts } from './KikoeruCounts.tsx'
import css from './KikoeruPanel.module.css'

type Props = { api: Api; onClose: () => void }

/** Sends kikoeru's database, shows what would come, and takes it over. */
export function KikoeruPanel({ api, onClose }: Props) {
  const query = useQuery(adminQueries.kikoeru(api))
  return <Loaded query={query}>{(status) => <Panel api={api} status={status} onClose={onClose} />}</Loaded>
}

function Panel({ api, status, onClose }: Props & { status: KikoeruImport }) {
  const { t } = useTranslation('kikoeru')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const [sent, setSent] = useState<number | null>(null)
  const [isTooLarge, setTooLarge] = useState(false)
  const sending = useRef<AbortController | null>(null)
  const [secret, setSecret] = useState('')
  const [owner, setOwner] = useState('')
  const { state, isDryRun, share } = status
  const limit = formatSize(MAX_KIKOERU_BYTES)

  const show = (next: KikoeruImport) => queryClient.setQueryData(adminQueries.kikoeru(api).queryKey, next)
  const start = (onlyCheck: boolean) =>
    act(async () => {
      const given = { secret: secret === '' ? null : secret, owner: owner.trim() === '' ? null : owner.trim() }
      show(await api(startKikoeruImport, { body: { isDryRun: onlyCheck, ...given } }))
    })
  const end = () => act(async () => void show(await api(endKikoeruImport, {})))
  const close = () =>
    act(async () => {
      show(await api(endKikoeruImport, {}))
      onClose()
    })
  const saveReport = () => act(async () => saveBlob('kikoeru.txt', await fetchFile(endpointUrl(getKikoeruReport, {}))))

  function choose(file: File | undefined): void {
    if (!file) return
    setTooLarge(file.size > MAX_KIKOERU_BYTES)
    if (file.size > MAX_KIKOERU_BYTES) return
    const controller = new AbortController()
    sending.current = controller
    act(async () => {
      setSent(0)
      const { signal } = controller
      const send = uploadFetch(file, { type: 'application/octet-stream', onProgress: setSent, signal })
      try {
        show(await createApi({ fetch: send, caller: apiSession })(uploadKikoeru, {}))
      } catch (error) {
        if (!isAbort(error)) throw error
      } finally {
        setSent(null)
      }
    })
  }

  if (sent !== null) {
    return <Progress text={t('sending')} label={t('sent')} share={sent} onCancel={() => sending.current?.abort()} />
  }
  if (state === 'running') {
    return <Progress text={isDryRun ? t('checking') : t('taking')} label={t('share')} share={share} onCancel={end} />
  }
  if (state === 'none') {
    return (
      <div className={css.panel}>
        <DropZone
          title={t('choose')}
          hint={t('drop', { limit })}
          accept=".sqlite3,.sqlite,.db"
          isFocused
          onChoose={choose}
        />
        <p className={section.hint}>{t('covers')}</p>
        <Failure text={isTooLarge ? t('tooLarge', { limit }) : failure} />
      </div>
    )
  }
  const isChecked = state === 'done' && isDryRun
  return (
    <div className={css.panel}>
      <div role="status" className={css.panel}>
        <StateText status={status} />
        {state === 'done' ? <KikoeruCounts status={status} /> : null}
      </div>
      {state === 'done' && !isDryRun ? null : (
        <div className={css.fields}>
          <TextField
            label={t('secret')}
            hint={t('secretHint')}
            value={secret}
            maxLength={MAX_KIKOERU_SECRET_LENGTH}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setSecret(target.value)}
          />
          <TextField
            label={t('owner')}
            hint={t('ownerHint')}
            value={owner}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => setOwner(target.value)}
          />
        </div>
      )}
      <div className={section.row}>
        {isChecked || (state === 'cancelled' && !isDryRun) ? (
          <button
            ref={focusNow}
            type="button"
            className={controls.primary}
            aria-disabled={isBusy}
            onClick={() => start(false)}
          >
            {t('takeOver')}
          </button>
        ) : null}
        {state === 'done' && !isDryRun ? null : (
          <button
            type="button"
            className={isChecked ? controls.button : controls.primary}
            aria-disabled={isBusy}
            onClick={() => start(true)}
          >
            {isChecked ? t('again') : t('check')}
          </button>
        )}
        {state === 'done' ? (
          <button type="button" className={controls.button} aria-disabled={isBusy} onClick={saveReport}>
            {t('report')}
          </button>
        ) : null}
        <button type="button" className={controls.button} aria-disabled={isBusy} onClick={close}>
          {t('discard')}
        </button>
      </div>
      <Failure text={failure} />
    </div>
  )
}

function StateText({ status: { state, isDryRun, problem } }: { status: KikoeruImport }) {
  const { t } = useTranslation('kikoeru')
  if (problem !== null) return <Failure text={t(`problems.${problem}`)} />
  const text =
    state === 'done'
      ? isDryRun
        ? t('checked')
        : t('done')
      : state === 'cancelled'
        ? isDryRun
          ? t('checkCancelled')
          : t('cancelled')
        : t('ready')
  return <p className={css.strong}>{text}</p>
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
