import { switchMetadataFetch, type MetadataFetch } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { Checkbox } from '#ui/Checkbox.tsx'
import controls from '#ui/controls.module.css'
import { ChevronRightIcon } from '#ui/icons/core-icons.ts'
import { FolderIcon } from '#ui/icons/work-icons.tsx'

import { adminQueries } from '../../admin.queries.ts'
import { Loaded } from '../../Loaded.tsx'
import { Failure, Section } from '../../Section.tsx'
import section from '../../Section.module.css'
import { FailedLookups } from './FailedLookups.tsx'
import { Lookup } from './Lookup.tsx'
import { LookupSettings } from './LookupSettings.tsx'
import css from './MetadataControl.module.css'
import { NotFoundLookups } from './NotFoundLookups.tsx'
import { useLookupAction } from './use-lookup-action.ts'

/** The lookup of works' metadata: the owner's consent, its progress, and what failed. */
export function MetadataControl({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  return (
    <Section title={t('metadata.title')}>
      <MetadataPanel api={api} />
    </Section>
  )
}

/** The lookup without a heading. */
export function MetadataPanel({ api }: { api: Api }) {
  const { t } = useTranslation('admin')
  const status = useQuery(adminQueries.metadata(api))
  return (
    <Loaded query={status}>
      {(data) =>
        data.isOn ? (
          <>
            <Lookup api={api} status={data} />
            {data.failed > 0 ? <FailedLookups api={api} count={data.failed} /> : null}
            {data.notFound > 0 ? <NotFoundLookups api={api} count={data.notFound} /> : null}
            <LookupSettings api={api} status={data} />
          </>
        ) : data.providers.length === 0 ? (
          <p className={section.hint}>{t('metadata.none')}</p>
        ) : (
          <Offer api={api} status={data} />
        )
      }
    </Loaded>
  )
}

/** Asks for consent: nothing is sent before. */
function Offer({ api, status: { unasked, unfilled, providers } }: { api: Api; status: MetadataFetch }) {
  const { t } = useTranslation('admin')
  const { run, isBusy, failure } = useLookupAction()
  const [refused, setRefused] = useState<readonly string[]>([])
  const chosen = providers.filter(({ name }) => !refused.includes(name))
  const hosts = chosen.map(({ host }) => host).join(', ')
  const isWanted = unfilled > 0
  return (
    <>
      <div className={isWanted ? css.offer : undefined}>
        {isWanted ? <BecomesWork /> : null}
        <div>
          <p className={isWanted ? css.lead : css.state}>
            {unasked === 0
              ? t('metadata.allAsked')
              : isWanted
                ? t('metadata.unfilled', { count: unfilled, formatted: formatCount(unfilled) })
                : t('metadata.complete')}
          </p>
          {isWanted ? <p>{t('metadata.offer')}</p> : null}
        </div>
      </div>
      {providers.length > 1 ? (
        <fieldset className={css.where}>
          <legend className={section.hint}>{t('metadata.where')}</legend>
          {providers.map(({ name, host }) => (
            <Checkbox
              key={name}
              label={host}
              isOn={!refused.includes(name)}
              onChange={(isOn) => setRefused(isOn ? refused.filter((other) => other !== name) : [...refused, name])}
            />
          ))}
        </fieldset>
      ) : null}
      <p className={section.hint}>
        {chosen.length === 0
          ? t('metadata.nowhere')
          : unasked === 0
            ? t('metadata.consentNew', { hosts })
            : t('metadata.consent', { hosts, count: unasked, formatted: formatCount(unasked) })}
      </p>
      <Failure text={failure} />
      <div className={section.row}>
        <button
          type="button"
          className={isWanted ? controls.primary : controls.button}
          aria-disabled={isBusy || chosen.length === 0}
          onClick={() => {
            if (chosen.length === 0) return
            const body = { isOn: true, providers: chosen.map(({ name }) => name) }
            run(() => api(switchMetadataFetch, { body }))
          }}
        >
          {isWanted ? t('metadata.begin') : t('metadata.switchOn')}
        </button>
      </div>
    </>
  )
}

/** A bare folder that becomes a work with a cover. */
function BecomesWork() {
  return (
    <div className={css.becomes} aria-hidden="true">
      <span className={css.folder}>
        <FolderIcon size="1.5em" />
        RJ01234567
      </span>
      <ChevronRightIcon size="1.5em" />
      <span className={css.card}>
        <span className={css.art} />
        <span className={css.lines}>
          <span />
          <span />
          <span className={css.tags}>
            <span />
            <span />
            <span />
          </span>
        </span>
      </span>
    </div>
  )
}
