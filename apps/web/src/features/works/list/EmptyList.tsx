import type { ScanStatus, WorkPage } from '@otodana/contract'
import type { ReactNode } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import controls from '#ui/controls.module.css'
import { Message } from '#ui/Message.tsx'

import { isNarrowed, type ListRequest } from './list-request.ts'
import { ScanProgress } from './ScanProgress.tsx'
import { useWorksHref } from '../use-works-href.ts'
import type { WorksSearch } from '../works-search.ts'

type Props = {
  page: WorkPage
  search: WorksSearch
  request: ListRequest
  scan: ScanStatus | undefined
  /** Whether the visitor has a global filter. */
  isFiltered: boolean
  /** Results of other searches. */
  elsewhere: ReactNode
}

/** Explains an empty list, with links. */
export function EmptyList({ page, search, request, scan, isFiltered, elsewhere }: Props) {
  const { t } = useTranslation('works')
  const hrefOf = useWorksHref()
  if (page.pagination.totalCount > 0) {
    return (
      <Message mark={t('empty.mark')} title={t('empty.pastEndTitle')} text={t('empty.pastEnd')}>
        <a className={controls.button} href={hrefOf({ ...search, page: 1 })}>
          {t('empty.firstPage')}
        </a>
      </Message>
    )
  }
  if (isNarrowed(request)) {
    const isMine = request.order === 'rating'
    const text = isMine ? t('empty.unrated') : isFiltered ? t('empty.filtered') : t('empty.text')
    return (
      <Message mark={t('empty.mark')} title={t('empty.title')} text={text}>
        {elsewhere}
        {search.keyword || request.subtitle || isMine ? (
          <a className={controls.button} href={hrefOf({ displayMode: search.displayMode })}>
            {t('clearSearch')}
          </a>
        ) : null}
        {isFiltered ? (
          <a className={controls.button} href="/settings#global-filter">
            {t('empty.changeFilter')}
          </a>
        ) : null}
      </Message>
    )
  }
  if (scan?.state !== 'running') {
    // Before the first scan it is unknown whether the library is empty.
    const state = scan?.last === null ? 'waiting' : 'bare'
    return <Message title={t(`${state}.title`)} text={t(`${state}.text`)} />
  }
  return (
    <Message title={t('scan.title')} text={t('scan.text')}>
      {scan.counts ? <ScanProgress {...scan.counts} /> : null}
    </Message>
  )
}
