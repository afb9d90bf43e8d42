import '#i18n/on-demand/debug-texts.ts'

import { COMPATIBLE_CLIENT_VERSION } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

import { aboutQuery } from '#features/about/index.ts'
import { useUser } from '#features/accounts/index.ts'
import type { Key } from '#i18n/namespaces.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech, useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { copyText } from '#lib/browser/copy-text.ts'
import controls from '#ui/controls.module.css'

import { buildId } from './build-id.ts'
import css from './DebugScreen.module.css'
import { factGroups, gatherFacts, type AllFacts, type Facts } from './facts.ts'
import { reportOf } from './report.ts'

/** Technical facts for bug reports, without tokens and titles. */
export function DebugScreen({ api }: { api: Api }) {
  const { t } = useTranslation('debug')
  const speech = useSpeech()
  const about = useQuery(aboutQuery(api))
  const group = useUser()?.group ?? 'anonymous'
  const [facts, setFacts] = useState<AllFacts | null>(null)
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    void gatherFacts(api).then(setFacts)
  }, [api])

  const version = about.data?.version ?? (about.error ? errorText(about.error, speech) : '…')
  const client: Facts = {
    version: `Otodana ${version}`,
    build: buildId(),
    compatible: COMPATIBLE_CLIENT_VERSION,
    account: group,
  }
  const report = reportOf(client, facts)

  async function handleCopy() {
    setCopied((await copyText(report)) ? 'yes' : 'no')
  }
  useEffect(() => {
    if (copied === 'no') field.current?.select()
  }, [copied])

  return (
    <Frame>
      <div className={css.actions}>
        <button type="button" className={controls.primary} disabled={facts === null} onClick={() => void handleCopy()}>
          {t('copy')}
        </button>
        <button
          type="button"
          className={controls.button}
          onClick={() => {
            setCopied(null)
            void gatherFacts(api).then(setFacts)
          }}
        >
          {t('refresh')}
        </button>
        <span role="status" className={css.told}>
          {copied === 'yes' ? t('copied') : copied === 'no' ? t('copyYourself') : null}
        </span>
      </div>
      {copied === 'no' ? (
        <textarea ref={field} className={css.report} readOnly rows={12} value={report} aria-label={t('report')} />
      ) : null}
      <div className={css.groups} aria-busy={facts === null}>
        <Group title={t('groups.client')} facts={client} />
        {factGroups.map((name) => (
          <Group key={name} title={t(`groups.${name}`)} facts={facts?.[name] ?? null} />
        ))}
      </div>
    </Frame>
  )
}

export function DebugPending() {
  return <Frame />
}

function Frame({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('debug')
  return (
    <div className={css.screen}>
      <header>
        <h1 className={css.title}>{t('title')}</h1>
        <p className={css.hint}>{t('text')}</p>
      </header>
      {children}
    </div>
  )
}

type FactName = Key<'debug'> extends infer K ? (K extends `facts.${infer Name}` ? Name : never) : never

/** @param facts  null while they are gathered */
function Group({ title, facts }: { title: string; facts: Facts | null }) {
  const speech = useSpeech()
  const { t } = useTranslation('debug')
  const id = useId()
  const rows = Object.entries(facts ?? {})
  return (
    <section className={css.group} aria-labelledby={id}>
      <h2 id={id} className={css.heading}>
        {title}
      </h2>
      {facts !== null && rows.length === 0 ? <p className={css.hint}>{t('nothing')}</p> : null}
      <dl className={css.facts}>
        {rows.map(([name, value]) => (
          <div key={name} className={css.fact}>
            {/* Names of settings and databases are not translated. */}
            <dt>{speech.find('debug', `facts.${name}`) === undefined ? name : t(`facts.${name as FactName}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
