import '#i18n/on-demand/about-texts.ts'

import type { About } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { LibraryIcon } from '#ui/icons/core-icons.ts'
import { GlobeIcon, MailIcon, ShieldIcon } from '#ui/icons/deferred-icons.ts'
import type { IconComponent } from '#ui/icons/icon.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { aboutQuery } from './about.queries.ts'
import css from './AboutScreen.module.css'
import { contactHref, hostOf } from './contact-href.ts'

/** Information about the site and its operator. Missing parts are omitted. */
export function AboutScreen({ api, siteUrl }: { api: Api; siteUrl: string }) {
  const query = useQuery(aboutQuery(api))
  const failure = useFailure(query)
  return (
    <Frame>
      {query.data ? (
        <Operator about={query.data} siteUrl={siteUrl} />
      ) : failure ? (
        <ListFailed error={failure} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <Waiting />
      )}
    </Frame>
  )
}

export function AboutPending() {
  return (
    <Frame>
      <Waiting />
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('about')
  return (
    <div className={css.screen}>
      <header className={css.head}>
        <span className={css.sign}>
          <LibraryIcon size="2.5rem" />
        </span>
        <div>
          <h1 className={css.title}>{t('title')}</h1>
          <p className={css.lead}>{t('lead')}</p>
        </div>
      </header>
      <div className={css.words}>
        <p>{t('what')}</p>
        <p>{t('yours')}</p>
      </div>
      {children}
    </div>
  )
}

function Operator({ about, siteUrl }: { about: About; siteUrl: string }) {
  const { t } = useTranslation('about')
  const { contact, bugBounty, mirrors, version, compatibleClientVersion } = about
  return (
    <>
      {contact.length === 0 ? null : (
        <Part Icon={MailIcon} title={t('contact.title')} text={t('contact.text')}>
          <ul className={css.list}>
            {contact.map((each) => {
              const href = contactHref(each)
              return (
                <li key={each}>
                  {href === null ? (
                    each
                  ) : (
                    <a className={css.link} href={href} rel="noreferrer">
                      {hostOf(each)}
                    </a>
                  )}
                </li>
              )
            })}
          </ul>
        </Part>
      )}
      {bugBounty === null ? null : (
        <Part
          Icon={ShieldIcon}
          title={t('bounty.title')}
          text={
            'text' in bugBounty
              ? bugBounty.text
              : t('bounty.amount', { amount: `${formatCount(bugBounty.amount)} ${bugBounty.currency}` })
          }
        />
      )}
      {mirrors.length === 0 ? null : (
        <Part Icon={GlobeIcon} title={t('mirrors.title')} text={t('mirrors.text')}>
          <ul className={css.list}>
            {mirrors.map((mirror) => (
              <li key={mirror}>
                <a className={css.link} href={mirror} rel="noreferrer">
                  {hostOf(mirror)}
                </a>
                {mirror === siteUrl ? <span className={css.here}>{t('mirrors.here')}</span> : null}
              </li>
            ))}
          </ul>
        </Part>
      )}
      <footer className={css.foot}>
        <p>{t('version', { version })}</p>
        <p>{t('compatible', { version: compatibleClientVersion })}</p>
        <p>{t('free')}</p>
        <p>
          <a className={css.link} href="/licences.txt" target="_blank" rel="noreferrer">
            {t('licences')}
          </a>
        </p>
        <p>
          <a className={css.link} href="/debug">
            {t('debug')}
          </a>
        </p>
      </footer>
    </>
  )
}

type PartProps = { Icon: IconComponent; title: string; text: string; children?: ReactNode }

function Part({ Icon, title, text, children }: PartProps) {
  return (
    <section className={css.part}>
      <h2 className={css.heading}>
        <Icon size="1.25em" />
        {title}
      </h2>
      <p className={css.text} dir="auto">
        {text}
      </p>
      {children}
    </section>
  )
}

function Waiting() {
  const { t } = useTranslation('about')
  return (
    <div role="status" aria-label={t('loading')}>
      <div className={`${skeleton.skeleton} ${css.waiting}`} />
    </div>
  )
}
