import { useState } from 'react'

import { focusNow } from '#lib/browser/focus.ts'

import css from './DropZone.module.css'
import forms from './forms.module.css'

type Props = {
  title: string
  hint: string
  /** As in the attribute of the field. */
  accept: string
  /** Whether it takes the focus when it appears. */
  isFocused: boolean
  onChoose: (file: File | undefined) => void
}

/** A file can be chosen, or dropped on the field, which fills the zone. */
export function DropZone({ title, hint, accept, isFocused, onChoose }: Props) {
  const [isOver, setOver] = useState(false)
  return (
    <label className={isOver ? `${css.drop} ${css.over}` : css.drop}>
      <input
        ref={isFocused ? focusNow : undefined}
        type="file"
        className={css.input}
        accept={accept}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
        onDrop={() => setOver(false)}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          // The same file can be chosen again once it is corrected.
          target.value = ''
        }}
      />
      <span className={css.title}>{title}</span>
      <span className={forms.hint}>{hint}</span>
    </label>
  )
}
