import { type ImportReport, MAX_IMPORT_BYTES } from '@otodana/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { formatSize } from '#lib/format/format-size.ts'
import { isAbort } from '#lib/api/api.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import { DropZone } from '#ui/DropZone.tsx'
import progress from '#ui/progress.module.css'

import { Failure } from '../../Section.tsx'
import section from '../../Section.module.css'
import { useAction } from '../../use-action.ts'
import css from './ImportExport.module.css'
import { uploadWorks } from './transfer.ts'

type State =
  | { step: 'choosing'; isFirst?: boolean }
  | { step: 'sending'; file: File; isCheck: boolean; share: number }
  | { step: 'checked'; file: File; report: ImportReport }
  | { step: 'imported'; report: ImportReport }

/** Imports a file: it is checked and previewed first. */
export function ImportWorks() {
  const { t } = useTranslation('admin')
  const queryClient = useQueryClient()
  const { act, failure } = useAction()
  const [state, setState] = useState<State>({ step: 'choosing', isFirst: true })
  const [tooLarge, setTooLarge] = useState<string | null>(null)
  const sending = useRef<AbortController | null>(null)

  function send(file: File, isCheck: boolean): void {
    const controller = new AbortController()
    sending.current = controller
    act(async () => {
      setState({ step: 'sending', file, isCheck, share: 0 })
      const onProgress = (share: number) => setState({ step: 'sending', file, isCheck, share })
      try {
        const report = await uploadWorks(file, { isCheck, onProgress, signal: controller.signal })
        if (isCheck || report.problemCount > 0) setState({ step: 'checked', file, report })
        else {
          setState({ step: 'imported', report })
          await queryClient.invalidateQueries()
        }
      } catch (error) {
        setState({ step: 'choosing' })
        if (!isAbort(error)) throw error
      }
    })
  }

  function choose(file: File | undefined): void {
    if (!file) return
    const isTooLarge = file.size > MAX_IMPORT_BYTES
    setTooLarge(isTooLarge ? t('exchange.tooLarge', { limit: formatSize(MAX_IMPORT_BYTES) }) : null)
    if (!isTooLarge) send(file, true)
  }

  return (
    <div className={css.part}>
      <h3 className={css.heading}>{t('exchange.import')}</h3>
      {state.step === 'choosing' || state.step === 'imported' ? (
        <DropZone
          title={t('exchange.choose')}
          hint={t('exchange.drop', { limit: formatSize(MAX_IMPORT_BYTES) })}
          accept=".jsonl,.ndjson,.json,.txt"
          isFocused={state.step === 'imported' || state.isFirst !== true}
          onChoose={choose}
        />
      ) : null}
      <Failure text={tooLarge ?? failure} />
      <div role="status" className={css.status}>
        {state.step === 'sending' ? (
          <p className={css.strong}>{state.isCheck ? t('exchange.checking') : t('exchange.importing')}</p>
        ) : null}
        {state.step === 'checked' ? <Preview report={state.report} name={state.file.name} /> : null}
        {state.step === 'imported' ? <Imported report={state.report} /> : null}
      </div>
      {state.step === 'sending' ? (
        <div className={section.row}>
          <progress
            className={`${progress.bar} ${css.bar}`}
            aria-label={t('exchange.sent')}
            {...(state.share < 1 && { value: state.share })}
          />
          <button ref={focusNow} type="button" className={controls.button} onClick={() => sending.current?.abort()}>
            {t('cancel')}
          </button>
        </div>
      ) : null}
      {state.step === 'checked' ? (
        <div className={section.row}>
          {isImportable(state.report) ? (
            <button ref={focusNow} type="button" className={controls.primary} onClick={() => send(state.file, false)}>
              {t('exchange.confirm', { count: state.report.works, formatted: formatCount(state.report.works) })}
            </button>
          ) : null}
          <button
            ref={isImportable(state.report) ? undefined : focusNow}
            type="button"
            className={controls.button}
            onClick={() => setState({ step: 'choosing' })}
          >
            {state.report.problemCount === 0 ? t('cancel') : t('exchange.other')}
          </button>
        </div>
      ) : null}
    </div>
  )
}

function isImportable({ problemCount, works }: ImportReport): boolean {
  return problemCount === 0 && works > 0
}

function counted({ works }: ImportReport) {
  return { count: works, formatted: formatCount(works) }
}

/** What an import has changed. */
function Imported({ report: { works, unchanged } }: { report: ImportReport }) {
  const { t } = useTranslation('admin')
  const changed = works - unchanged
  const count = (count: number) => ({ count, formatted: formatCount(count) })
  return (
    <p className={css.strong}>
      {joinSentences(
        changed > 0 ? t('exchange.changed', count(changed)) : t('exchange.noneChanged'),
        unchanged > 0 ? t('exchange.unchanged', count(unchanged)) : '',
      )}
    </p>
  )
}

function Preview({ report, name }: { report: ImportReport; name: string }) {
  const { t } = useTranslation('admin')
  const { works, waiting, problems, problemCount } = report
  if (problemCount === 0) {
    return (
      <>
        <p className={css.strong}>
          {works === 0 ? t('exchange.empty', { name }) : t('exchange.works', counted(report))}
        </p>
        {waiting > 0 ? (
          <p className={section.hint}>{t('exchange.waiting', { count: waiting, formatted: formatCount(waiting) })}</p>
        ) : null}
      </>
    )
  }
  return (
    <>
      <p className={css.strong}>
        {t('exchange.problems', { count: problemCount, formatted: formatCount(problemCount), name })}
      </p>
      <ol className={css.problems}>
        {problems.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`} className={css.problem}>
            <span className={css.place}>
              {field === '' ? t('exchange.line', { line }) : t('exchange.lineField', { line, field })}
            </span>{' '}
            <span lang="en">{message}</span>
          </li>
        ))}
      </ol>
      {problemCount > problems.length ? (
        <p className={section.hint}>{t('exchange.more', { formatted: formatCount(problemCount - problems.length) })}</p>
      ) : null}
    </>
  )
}
