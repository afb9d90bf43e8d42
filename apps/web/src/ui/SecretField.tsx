import { useRef, useState } from 'react'

import { copyText } from '#lib/browser/copy-text.ts'
import { focusNow } from '#lib/browser/focus.ts'

import controls from './controls.module.css'
import forms from './forms.module.css'
import css from './SecretField.module.css'

type Props = {
  value: string
  label: string
  /** The texts of its button, of the hint before copying and of both results. */
  texts: Record<'copy' | 'once' | 'copied' | 'byHand', string>
}

/** A secret that is shown once, for copying. */
export function SecretField({ value, label, texts }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [isCopied, setCopied] = useState<boolean | null>(null)

  async function copy() {
    setCopied(await copyText(value))
    // Selected for manual copying.
    field.current?.select()
  }
  return (
    <>
      <div className={css.line}>
        <input
          ref={field}
          className={`${controls.field} ${css.field}`}
          readOnly
          value={value}
          aria-label={label}
          spellCheck={false}
          translate="no"
          onFocus={({ target }) => target.select()}
        />
        <button ref={focusNow} type="button" className={controls.primary} onClick={() => void copy()}>
          {texts.copy}
        </button>
      </div>
      <p role="status" className={forms.hint}>
        {isCopied === null ? texts.once : isCopied ? texts.copied : texts.byHand}
      </p>
    </>
  )
}
