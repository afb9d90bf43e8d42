import { useState, type ReactNode } from 'react'

type Props = {
  className: string | undefined
  /** Its name where what stands on it does not say enough. */
  'aria-label'?: string
  'aria-disabled'?: boolean
  /** The dialog, a part of `later`. */
  renderDialog: (opened: { attempt: number; onClose: () => void }) => ReactNode
  children: ReactNode
}

/** Opens a dialog that is loaded then. One that did not arrive is asked for again at each opening. */
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
