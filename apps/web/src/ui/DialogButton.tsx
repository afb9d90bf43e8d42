import { useState, type ReactNode } from 'react'

type Props = {
  className: string | undefined
  /** The name, if the content does not suffice. */
  'aria-label'?: string
  title?: string
  'aria-disabled'?: boolean
  /** Renders the dialog, a lazy component. */
  renderDialog: (opened: { attempt: number; onClose: () => void }) => ReactNode
  children: ReactNode
}

/** Opens a dialog that is loaded on demand. A failed load is retried on each opening. */
export function DialogButton({ renderDialog, ...button }: Props) {
  const [attempt, setAttempt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        {...button}
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setAttempt(attempt + 1)
          setOpen(true)
        }}
      />
      {isOpen ? renderDialog({ attempt, onClose: () => setOpen(false) }) : null}
    </>
  )
}
