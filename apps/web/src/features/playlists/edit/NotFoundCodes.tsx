import { useSpeech } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { toast } from '#ui/toast.ts'
import { copyText } from '#lib/browser/copy-text.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'
import forms from '#ui/forms.module.css'

import css from './NotFoundCodes.module.css'

type Props = {
  codes: readonly string[]
  /** What looked like codes but is invalid. */
  unread: readonly string[]
  onClose: () => void
}

/** Lists the codes that were not added, for copying. */
export function NotFoundCodes({ codes, unread, onClose }: Props) {
  const t = useSpeech().texts('playlists')

  async function handleCopy() {
    if (await copyText([...codes, ...unread].join('\n'))) toast(t('done.copied'))
  }
  return (
    <div className={forms.form}>
      {codes.length > 0 ? (
        <>
          <p role="alert">{t('imported.text', { count: codes.length, formatted: formatCount(codes.length) })}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it */}
          <p className={css.codes} tabIndex={0}>
            {codes.join(' ')}
          </p>
        </>
      ) : null}
      {unread.length > 0 ? (
        <>
          <p role="alert">{t('imported.unread', { count: unread.length, formatted: formatCount(unread.length) })}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it */}
          <p className={css.codes} tabIndex={0}>
            {unread.join(', ')}
          </p>
        </>
      ) : null}
      <div className={forms.actions}>
        <button type="button" className={controls.button} onClick={() => void handleCopy()}>
          {t('imported.copy')}
        </button>
        <button type="button" className={controls.primary} ref={focusNow} onClick={onClose}>
          {t('imported.close')}
        </button>
      </div>
    </div>
  )
}
