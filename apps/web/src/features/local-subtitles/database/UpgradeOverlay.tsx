import { localSubtitleTexts } from '#i18n/on-demand/local-subtitle-texts.ts'

import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useRef } from 'react'

import { listHref } from '#features/works/index.ts'
import { locales } from '#i18n/locale.ts'
import { speaking } from '#i18n/translations.ts'
import { useTranslation } from '#i18n/use-translation.ts'
import { below } from '#lib/base-path.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { type Upgrade, useUpgrade } from '#lib/storage/database-upgrade.ts'
import { Modal } from '#ui/Modal.tsx'
import cover from '#ui/cover.module.css'

import css from './UpgradeOverlay.module.css'

const DONE_MS = 3_000
const FAILED_MS = 5_000

const hide = () => useUpgrade.setState({ upgrade: null })

/** Covers the page while this device's database is upgraded; cannot be closed before the end. */
export default function UpgradeOverlay({ upgrade }: { upgrade: Upgrade }) {
  const { t } = useTranslation('local-subtitles')
  const router = useRouter()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { state } = upgrade

  useEffect(() => {
    if (state !== 'done' && state !== 'failed') return undefined
    const timer = setTimeout(
      () => {
        hide()
        if (state === 'done') void router.navigate({ href: below(listHref()) })
      },
      state === 'done' ? DONE_MS : FAILED_MS,
    )
    return () => clearTimeout(timer)
  }, [state, router])

  return (
    <Modal
      ref={dialog}
      className={`${cover.cover} ${css.cover}`}
      // So that screen readers read its name and text.
      tabIndex={-1}
      data-first=""
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => event.preventDefault()}
      onClose={() => {
        // A second Escape closes a dialog that refused the first.
        dialog.current?.showModal()
        dialog.current?.focus()
      }}
    >
      <div className={css.content}>
        <h1 id={`${id}-title`} className={css.title}>
          {state === 'done' ? t('upgrade.done') : state === 'failed' ? t('upgrade.notDone') : t('upgrade.title')}
        </h1>
        {/* Present from the start, so that screen readers announce its text. */}
        <div id={`${id}-text`} role={state === 'failed' ? 'alert' : 'status'}>
          {state === 'failed' ? (
            <Failed message={upgrade.message} />
          ) : (
            <p className={css.text}>
              {state === 'done'
                ? t('upgrade.doneText')
                : state === 'waiting'
                  ? t('upgrade.waiting')
                  : t('upgrade.text')}
            </p>
          )}
        </div>
        {state === 'upgrading' ? <Progress upgrade={upgrade} /> : null}
        {state === 'waiting' ? <progress className={css.bar} aria-label={t('upgrade.title')} /> : null}
      </div>
    </Modal>
  )
}

function Progress({ upgrade: { toVersion, done, total } }: { upgrade: Upgrade & { state: 'upgrading' } }) {
  const { t } = useTranslation('local-subtitles')
  const step = toVersion === 2 ? t('upgrade.to2') : t('upgrade.to3')
  return (
    <div>
      <progress className={css.bar} aria-label={step} value={done} max={total} />
      <p className={css.figures}>
        <span>{step}</span>
        <span>{t('upgrade.progress', { done: formatCount(done), total: formatCount(total) })}</span>
      </p>
    </div>
  )
}

/** In all languages, because the visitor may not have chosen one. */
function Failed({ message }: { message: string }) {
  return (
    <>
      {locales.map((locale) => {
        const t = speaking(locale, localSubtitleTexts[locale]).texts('local-subtitles')
        return (
          <p key={locale} lang={locale} className={css.failed}>
            {t('upgrade.failed')}
          </p>
        )
      })}
      <p className={css.message}>{message}</p>
    </>
  )
}
