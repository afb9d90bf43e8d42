import '#i18n/on-demand/about-texts.ts'

import type { About } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ListFailed } from '#features/works/index.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import type { Api } from '#lib/api/api.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { useFailure } from '#lib/api/recovery.ts'
import { Drawing, Icon } from '#ui/Icon.tsx'
import skeleton from '#ui/Skeleton.module.css'

import { aboutQuery } from './about.queries.ts'
import css from './AboutScreen.module.css'
import { contactHref, hostOf } from './contact-href.ts'

const CONTACT = 'M4 6.5h16v11H4zM4 7l8 6 8-6'
const BOUNTY = 'M12 3.5l7 2.5v5.5c0 4.3-2.9 7.4-7 9-4.1-1.6-7-4.7-7-9V6zM9 12l2.2 2.2L15.5 10'
const MIRRORS =
  'M12 4a8 8 0 1 0 0 16a8 8 0 1 0 0-16M4 12h16M12 4c2.5 2.3 3.5 5 3.5 8s-1 5.7-3.5 8c-2.5-2.3-3.5-5-3.5-8s1-5.7 3.5-8'

/** What this is and who runs it. Of what the operator has not said, nothing is said. */
export function AboutScreen({ api, origin }: { api: Api; origin: string }) {
  const query = useQuery(aboutQuery(api))
  const failure = useFailure(query)
  return (
    <Frame>
      {query.data ? (
        <Operator about={query.data} origin={origin} />
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
          <Icon name="shelf" size="2.5rem" />
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

function Operator({ about, origin }: { about: About; origin: string }) {
  const { t } = useTranslation('about')
  const { contact, bugBounty, mirrors, version, compatibleClientVersion } = about
  return (
    <>
      {contact.length === 0 ? null : (
        <Part path={CONTACT} title={t('contact.title')} text={t('contact.text')}>
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
          path={BOUNTY}
          title={t('bounty.title')}
          text={
            'text' in bugBounty
              ? bugBounty.text
              : t('bounty.amount', { amount: `${formatCount(bugBounty.amount)} ${bugBounty.currency}` })
          }
        />
      )}
      {mirrors.length === 0 ? null : (
        <Part path={MIRRORS} title={t('mirrors.title')} text={t('mirrors.text')}>
          <ul className={css.list}>
            {mirrors.map((mirror) => (
              <li key={mirror}>
                <a className={css.link} href={mirror} rel="noreferrer">
                  {hostOf(mirror)}
                </a>
                {mirror === origin ? <span className={css.here}>{t('mirrors.here')}</span> : null}
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

type PartProps = { path: string; title: string; text: string; children?: ReactNode }

function Part({ path, title, text, children }: PartProps) {
  return (
    <section className={css.part}>
      <h2 className={css.heading}>
        <Drawing path={path} size="1.25em" />
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
