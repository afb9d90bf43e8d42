import { useSpeech } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format/format-count.ts'
import { toast } from '#ui/toast.ts'
import { copyText } from '#lib/browser/copy-text.ts'
import controls from '#ui/controls.module.css'

import form from '../form.module.css'

/** A ref that takes the focus over from the removed content. */
function focusNow(element: HTMLElement | null): void {
  element?.focus()
}

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
    <div className={form.form}>
      {codes.length > 0 ? (
        <>
          <p role="alert">{t('imported.text', { count: codes.length, formatted: formatCount(codes.length) })}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it */}
          <p className={form.codes} tabIndex={0}>
            {codes.join(' ')}
          </p>
        </>
      ) : null}
      {unread.length > 0 ? (
        <>
          <p role="alert">{t('imported.unread', { count: unread.length, formatted: formatCount(unread.length) })}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable, so the keyboard must reach it */}
          <p className={form.codes} tabIndex={0}>
            {unread.join(', ')}
          </p>
        </>
      ) : null}
      <div className={form.actions}>
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
