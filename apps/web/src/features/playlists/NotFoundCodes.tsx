import { useSpeech } from '#i18n/use-translation.ts'
import { formatCount } from '#lib/format.ts'
import { say } from '#lib/say.ts'
import { copyText } from '#lib/copy-text.ts'
import controls from '#ui/controls.module.css'

import form from './form.module.css'

/** A ref: it takes the focus over from what was there before. */
function focusNow(element: HTMLElement | null): void {
  element?.focus()
}

/** The codes that a playlist could not take, to be kept elsewhere. */
export function NotFoundCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const t = useSpeech().texts('playlists')

  async function handleCopy() {
    if (await copyText(codes.join('\n'))) say(t('done.copied'))
  }
  return (
    <div className={form.form}>
      <p role="alert">{t('imported.text', { count: codes.length, formatted: formatCount(codes.length) })}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which the keyboard must do as well */}
      <p className={form.codes} tabIndex={0}>
        {codes.join(' ')}
      </p>
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
