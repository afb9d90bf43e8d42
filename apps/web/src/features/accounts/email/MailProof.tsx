import type { EmailVerification } from '@otodana/contract'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { joinSentences } from '#i18n/join-sentences.ts'
import { errorText } from '#i18n/use-error-text.ts'
import { useSpeech } from '#i18n/use-translation.ts'
import { isPassing } from '#lib/api/api.ts'
import { copyText } from '#lib/browser/copy-text.ts'
import { focusNow } from '#lib/browser/focus.ts'
import { toast } from '#ui/toast.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'
import { MailIcon } from '#ui/icons/deferred-icons.ts'

import { isOver, untouched, watchMail, type Look, type MailWatch } from './mail-wait.ts'
import css from './MailProof.module.css'
import { useTimeLeft } from './use-time-left.ts'

type Props<T> = {
  proof: EmailVerification
  /** Whether it continues after a reload: the mail may have arrived already. */
  isResumed: boolean
  /** Which address to send the mail from, and why. */
  text: string
  look: () => Promise<Look<T>>
  onResult: (result: T) => void
  /** Called to start over. */
  onRestart: () => void
}

/** Shows which mail to send, and waits for it. */
export function MailProof<T>({ proof, isResumed, text, look, onResult, onRestart }: Props<T>) {
  const speech = useSpeech()
  const t = speech.texts('accounts')
  const id = useId()
  const [wait, setWait] = useState(untouched)
  /** The result of manual polling, which is shown; automatic polls are silent. */
  const [hand, setHand] = useState<'idle' | 'looking' | 'empty'>('idle')
  const watch = useRef<MailWatch | null>(null)
  const begin = useEffectEvent(() =>
    watchMail({ look, retrySeconds: proof.retrySeconds, isResumed, onChange: setWait, onResult }),
  )
  useEffect(() => {
    watch.current = begin()
    return () => watch.current?.stop()
  }, [])

  async function lookByHand() {
    setHand('looking')
    await watch.current?.look()
    setHand('empty')
  }

  const over = isOver(wait)
  function tell(): string {
    if (hand === 'looking') return t('proof.looking')
    if (wait.error !== null)
      return joinSentences(errorText(wait.error, speech), isPassing(wait.error) ? t('proof.goesOn') : '')
    if (wait.refused !== null) return t(`proof.refused.${wait.refused}`)
    return hand === 'empty' ? t('proof.empty') : t('proof.waiting')
  }
  return (
    <div className={forms.form}>
      {over ? null : (
        <>
          <p ref={focusNow} tabIndex={-1} className={css.text}>
            {text}
          </p>
          <dl className={css.lines}>
            <Line label={t('proof.address')} copy={t('proof.copyAddress')} value={proof.address} />
            <Line label={t('proof.subject')} copy={t('proof.copySubject')} value={proof.subject} />
          </dl>
          <div className={css.write}>
            <a className={controls.primary} href={mailHref(proof)} aria-describedby={`${id}-hint`}>
              <MailIcon size="1.25em" />
              {t('proof.write')}
            </a>
            <p id={`${id}-hint`} className={forms.hint}>
              {t('proof.hint')}
            </p>
          </div>
        </>
      )}
      <div className={over ? css.over : css.state}>
        <p role="status" className={over || wait.refused !== null ? forms.failure : css.told}>
          {tell()}
        </p>
        {over ? null : (
          <p className={css.figures}>
            {wait.error === null ? <span className={css.going} aria-hidden="true" /> : null}
            {wait.attempt > 0 ? (
              <span>{t('proof.attempt', { attempt: wait.attempt, limit: proof.maxAttempts })}</span>
            ) : null}
            <TimeLeft expiresAt={proof.expiresAt} />
          </p>
        )}
        <div className={css.actions}>
          {/* The focused element may have been removed. */}
          <button
            key={String(over)}
            ref={over ? focusNow : null}
            type="button"
            className={over ? controls.primary : controls.button}
            aria-disabled={!over && wait.isLooking}
            onClick={over ? onRestart : () => void lookByHand()}
          >
            {over ? t('proof.restart') : t('proof.look')}
          </button>
          {over ? null : (
            <button type="button" className={css.restart} onClick={onRestart}>
              {t('proof.restart')}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

/** Opens the mail app with a prepared mail. */
function mailHref({ address, subject }: EmailVerification): string {
  const to = encodeURIComponent(address).replace('%40', '@')
  return `mailto:${to}?subject=${encodeURIComponent(subject)}`
}

function Line({ label, copy, value }: { label: string; copy: string; value: string }) {
  const t = useSpeech().texts('accounts')

  async function handleCopy() {
    toast((await copyText(value)) ? t('proof.copied') : t('proof.copyFailed'))
  }
  return (
    <div className={css.line}>
      <dt className={css.label}>{label}</dt>
      <dd className={css.value} translate="no">
        {value}
      </dd>
      <dd>
        <button type="button" className={controls.button} aria-label={copy} onClick={() => void handleCopy()}>
          {t('proof.copy')}
        </button>
      </dd>
    </div>
  )
}

function TimeLeft({ expiresAt }: { expiresAt: string }) {
  const t = useSpeech().texts('accounts')
  const time = useTimeLeft(expiresAt)
  return time === null ? null : (
    <span role="timer" className={css.time}>
      {t('proof.left', { time })}
    </span>
  )
}
