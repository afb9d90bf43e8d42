import { cancelMetadataFetch, fetchMetadata, type MetadataFetch, switchMetadataFetch } from '@otodana/contract'
import { useState } from 'react'

import { useRoughSpanText } from '#features/metadata-lookup/index.ts'
import { joinSentences } from '#i18n/join-sentences.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import { Question } from '../../Question.tsx'
import { Failure } from '../../Section.tsx'
import section from '../../Section.module.css'
import { LookupProgress } from './LookupProgress.tsx'
import css from './MetadataControl.module.css'
import { useLookupAction } from './use-lookup-action.ts'

type Props = { api: Api; status: MetadataFetch }

/** The lookup that an administrator agreed to, with the buttons to start, pause and end it. */
export function Lookup({ api, status }: Props) {
  const { t } = useTranslation('admin')
  const { run, isBusy, failure } = useLookupAction()
  const { isPaused, waiting, found, notFound, extras } = status
  const change = (body: { isOn?: boolean; isPaused?: boolean }) => run(() => api(switchMetadataFetch, { body }))
  return (
    <>
      <div>
        {waiting > 0 ? (
          <LookupProgress status={status} />
        ) : (
          <p role="status" className={css.state}>
            {status.looksUpNew ? t('metadata.idle') : t('metadata.cancelled')}
          </p>
        )}
        <p className={section.hint}>
          {t('metadata.result', { found: formatCount(found), notFound: formatCount(notFound) })}
        </p>
        {extras > 0 ? (
          <p className={section.hint}>{t('metadata.extras', { count: extras, formatted: formatCount(extras) })}</p>
        ) : null}
      </div>
      <Failure text={failure} />
      {waiting > 0 ? (
        <div className={section.row}>
          <button
            type="button"
            className={controls.button}
            aria-disabled={isBusy}
            onClick={() => change({ isPaused: !isPaused })}
          >
            {isPaused ? t('metadata.resume') : t('metadata.pause')}
          </button>
          <button
            type="button"
            className={`${controls.button} ${forms.danger}`}
            aria-disabled={isBusy}
            onClick={() => run(() => api(cancelMetadataFetch, {}))}
          >
            {t('metadata.cancel')}
          </button>
        </div>
      ) : (
        <Start api={api} status={status} />
      )}
    </>
  )
}

function Start({ api, status }: { api: Api; status: MetadataFetch }) {
  const { t } = useTranslation('admin')
  const { run, isBusy, failure } = useLookupAction()
  const [isAsking, setAsking] = useState(false)
  const [queued, setQueued] = useState<number | null>(null)
  const { works, secondsPerWork } = status
  const spanText = useRoughSpanText()
  const allQuestion = joinSentences(
    t('metadata.allQuestion', { count: works, formatted: formatCount(works) }),
    secondsPerWork === null ? '' : t('metadata.allTakes', { span: spanText(works * secondsPerWork) }),
  )
  const look = (works: 'missing' | 'all') =>
    run(async () => {
      setAsking(false)
      setQueued(null)
      setQueued((await api(fetchMetadata, { body: { works } })).queued)
    })
  if (isAsking)
    return (
      <Question
        text={allQuestion}
        confirmLabel={t('metadata.allConfirm')}
        isBusy={isBusy}
        isHarmless
        onConfirm={() => look('all')}
        onCancel={() => setAsking(false)}
      />
    )
  return (
    <>
      <Failure text={failure} />
      {queued === 0 ? (
        <p role="status" className={section.hint}>
          {t('metadata.nothingMissing')}
        </p>
      ) : null}
      <div className={section.row}>
        <button type="button" className={controls.button} aria-disabled={isBusy} onClick={() => look('missing')}>
          {t('metadata.lookMissing')}
        </button>
        <button type="button" className={controls.button} onClick={() => setAsking(true)}>
          {t('metadata.lookAll')}
        </button>
        {status.isConfigured ? null : (
          <button
            type="button"
            className={controls.button}
            aria-disabled={isBusy}
            onClick={() => run(() => api(switchMetadataFetch, { body: { isOn: false } }))}
          >
            {t('metadata.switchOff')}
          </button>
        )}
      </div>
    </>
  )
}
