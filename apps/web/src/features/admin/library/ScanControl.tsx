import { cancelScan, startScan, type ScanStatus } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import progressBar from '#ui/progress.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'

import { Loaded } from '../Loaded.tsx'
import css from './ScanControl.module.css'
import { LastScan, ScanFigures } from './ScanFigures.tsx'
import { Failure, Section } from '../Section.tsx'
import section from '../Section.module.css'
import { showScan } from './show-scan.ts'
import { useAction } from '../use-action.ts'
import { useLiveScan } from './use-live-scan.ts'

/** The scan's progress, with buttons to start and cancel it. */
export function ScanControl({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const scan = useLiveScan(api)
  return (
    <Section title={t('scan.title')}>
      <Loaded query={scan}>
        {(status) => (
          <>
            {status.state === 'running' ? <Running api={api} status={status} /> : <Idle api={api} />}
            {status.last !== null && status.last.state !== 'running' ? <LastScan api={api} scan={status.last} /> : null}
            {status.last === null && status.state === 'idle' ? <p className={section.hint}>{t('scan.never')}</p> : null}
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Running({ api, status }: { api: Api; status: ScanStatus }) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const { counts } = status
  const progress = counts ? { done: formatCount(counts.done), found: formatCount(counts.found) } : null

  async function cancel() {
    await showScan(queryClient, api(cancelScan, {}))
  }
  return (
    <>
      <div className={css.progress}>
        <p role="status" className={css.state}>
          {t('scan.running')}
        </p>
        <progress
          className={`${progressBar.bar} ${css.bar}`}
          aria-label={t('scan.running')}
          {...(counts ? { value: counts.done, max: Math.max(counts.found, 1) } : {})}
        />
        <p className={css.numbers}>{progress === null ? '' : t('scan.progress', progress)}</p>
      </div>
      {counts ? <ScanFigures counts={counts} /> : null}
      <Failure text={failure} />
      <div className={section.row}>
        <button
          type="button"
          className={`${controls.button} ${forms.danger}`}
          aria-disabled={isBusy}
          onClick={() => act(cancel)}
        >
          {t('scan.cancel')}
        </button>
        <p className={section.hint}>{t('scan.cancelText')}</p>
      </div>
    </>
  )
}

type Way = { full: 0 | 1; allowMissing: 0 | 1 }

function Idle({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const [isAsking, setAsking] = useState(false)

  const start = (body: Way) =>
    act(async () => {
      setAsking(false)
      await showScan(queryClient, api(startScan, { body }))
    })
  return (
    <>
      <p role="status" className={css.state}>
        {t('scan.idle')}
      </p>
      <Failure text={failure} />
      <ul className={css.ways}>
        <li className={css.way}>
          <p className={section.hint}>{t('scan.startText')}</p>
          <button
            type="button"
            className={controls.primary}
            aria-disabled={isBusy}
            onClick={() => start({ full: 0, allowMissing: 0 })}
          >
            {t('scan.start')}
          </button>
        </li>
        <li className={css.way}>
          <p className={section.hint}>{t('scan.fullText')}</p>
          <button
            type="button"
            className={controls.button}
            aria-disabled={isBusy}
            onClick={() => start({ full: 1, allowMissing: 0 })}
          >
            {t('scan.full')}
          </button>
        </li>
        <li className={css.way}>
          <p className={section.hint}>{t('scan.missing.text')}</p>
          <button
            type="button"
            className={controls.button}
            aria-haspopup="dialog"
            aria-disabled={isBusy}
            onClick={() => setAsking(true)}
          >
            {t('scan.missing.action')}
          </button>
        </li>
      </ul>
      {isAsking ? (
        <Dialog title={t('scan.missing.question')} onClose={() => setAsking(false)}>
          <p>{t('scan.missing.questionText')}</p>
          <div className={css.answers}>
            <button type="button" className={controls.button} data-first="" onClick={() => setAsking(false)}>
              {t('cancel')}
            </button>
            <button
              type="button"
              className={`${controls.button} ${forms.danger}`}
              onClick={() => start({ full: 0, allowMissing: 1 })}
            >
              {t('scan.missing.confirm')}
            </button>
          </div>
        </Dialog>
      ) : null}
    </>
  )
}
