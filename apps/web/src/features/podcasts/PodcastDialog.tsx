import '#i18n/on-demand/podcast-texts.ts'

import { endPodcastFeed, getPodcastFeed, type PodcastFeed, renewPodcastFeed } from '@otodana/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { errorText } from '#i18n/use-error-text.ts'
import { useLocale, useSpeech, useTranslation } from '#i18n/use-translation.ts'
import { formatDateAndTime } from '#lib/format/format-date.ts'
import controls from '#ui/controls.module.css'
import { Dialog } from '#ui/Dialog.tsx'
import forms from '#ui/forms.module.css'
import { SecretField } from '#ui/SecretField.tsx'
import skeleton from '#ui/Skeleton.module.css'

import type { FeedTarget } from './feed-target.ts'
import css from './PodcastDialog.module.css'

/** The address of a podcast feed, to copy, renew or turn off. */
export default function PodcastDialog({ target, onClose }: { target: FeedTarget; onClose: () => void }) {
  const { t } = useTranslation('podcasts')
  const speech = useSpeech()
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [done, setDone] = useState<'renewed' | 'off' | null>(null)
  const queryKey = ['podcast-feed', target]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(getPodcastFeed, { query: target }, { signal }),
    staleTime: 0,
    gcTime: 0,
  })

  async function act(send: () => Promise<{ feed: PodcastFeed | null }>, outcome: typeof done) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      queryClient.setQueryData(queryKey, await send())
      setDone(outcome)
    } catch (problem) {
      setFailure(problem)
    } finally {
      setBusy(false)
    }
  }
  const renew = () => act(() => api(renewPodcastFeed, { body: target }), data?.feed ? 'renewed' : null)
  const end = () => act(() => api(endPodcastFeed, { query: target }), 'off')

  return (
    <Dialog title={t('title')} onClose={onClose}>
      <div className={forms.form}>
        <p className={forms.hint}>{t('text')}</p>
        {failure === null && !error ? null : (
          <p className={forms.failure} role="alert">
            {errorText(failure ?? error, speech)}
          </p>
        )}
        {error ? (
          <button type="button" className={controls.button} onClick={() => void refetch()}>
            {t('again')}
          </button>
        ) : !data ? (
          <div className={`${skeleton.skeleton} ${css.pending}`} role="status" aria-label={t('loading')} />
        ) : data.feed === null ? (
          <div className={forms.actions}>
            <button
              type="button"
              data-first=""
              className={controls.primary}
              aria-disabled={isBusy}
              onClick={() => void renew()}
            >
              {isBusy ? t('busy') : t('turnOn')}
            </button>
          </div>
        ) : (
          <Shown key={data.feed.createdAt} feed={data.feed} isBusy={isBusy} onRenew={renew} onEnd={end} />
        )}
        <p role="status" className={forms.hint}>
          {done === null ? '' : t(`done.${done}`)}
        </p>
      </div>
    </Dialog>
  )
}

type ShownProps = { feed: PodcastFeed; isBusy: boolean; onRenew: () => Promise<void>; onEnd: () => Promise<void> }

function Shown({ feed: { address, lastFetchedAt, lastFetchedBy }, isBusy, onRenew, onEnd }: ShownProps) {
  const { t } = useTranslation('podcasts')
  const locale = useLocale()
  const at = lastFetchedAt === null ? '' : formatDateAndTime(lastFetchedAt, locale)
  const fetched =
    lastFetchedAt === null
      ? t('unfetched')
      : lastFetchedBy === null
        ? t('fetched', { at })
        : t('fetchedBy', { at, app: lastFetchedBy })
  return (
    <>
      {address === null ? (
        <p>{t('sealed')}</p>
      ) : (
        <SecretField
          value={address}
          label={t('address')}
          texts={{ copy: t('copy'), once: t('secret'), copied: t('copied'), byHand: t('byHand') }}
        />
      )}
      <p className={`${forms.hint} ${css.fetched}`}>{fetched}</p>
      <div className={forms.actions}>
        <SureButton label={t('renew')} sureLabel={t('renewSure')} isBusy={isBusy} onSure={onRenew} />
        <SureButton label={t('turnOff')} sureLabel={t('turnOffSure')} isBusy={isBusy} onSure={onEnd} />
      </div>
    </>
  )
}

type SureProps = { label: string; sureLabel: string; isBusy: boolean; onSure: () => Promise<void> }

/** Asks once more: apps that use the address lose the feed. */
function SureButton({ label, sureLabel, isBusy, onSure }: SureProps) {
  const [isSure, setSure] = useState(false)
  return (
    <button
      type="button"
      className={`${controls.button} ${isSure ? forms.destroy : ''}`}
      aria-disabled={isBusy}
      onClick={() => {
        setSure(!isSure)
        if (isSure) void onSure()
      }}
      onBlur={() => setSure(false)}
    >
      {isSure ? sureLabel : label}
    </button>
  )
}
