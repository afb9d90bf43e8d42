import { useRef, useState } from 'react'

import { useTranslation } from '#i18n/use-translation.ts'
import { focusNow } from '#lib/browser/focus.ts'
import controls from '#ui/controls.module.css'

import css from './NewPassword.module.css'
import section from '../Section.module.css'

/** A password shown once, for copying. */
export function NewPassword({ name, password }: { name: string; password: string }) {
  const { t } = useTranslation('admin')
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState<boolean | null>(null)

  async function copy() {
    field.current?.select()
    setCopied(await copyText(password))
  }
  return (
    <>
      <p>{t('user.password.text', { name })}</p>
      <div className={css.line}>
        <input
          ref={field}
          className={`${controls.field} ${css.field}`}
          readOnly
          value={password}
          aria-label={t('user.password.label')}
          spellCheck={false}
          translate="no"
          onFocus={({ target }) => target.select()}
        />
        <button ref={focusNow} type="button" className={controls.primary} onClick={() => void copy()}>
          {t('user.password.copy')}
        </button>
      </div>
      <p role="status" className={section.hint}>
        {isCopied === null ? t('user.password.once') : isCopied ? t('user.password.copied') : t('user.password.byHand')}
      </p>
    </>
  )
}

/**
 * Copies and selects a text; over plain HTTP browsers only support `execCommand`.
 *
 * @returns whether it was copied
 */
async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text)
      return true
    }
    return document.execCommand('copy')
  } catch {
    // Forbidden by the browser: it stays selected for manual copying.
    return false
  }
}
