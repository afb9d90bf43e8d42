import { useLayoutEffect, useState, type ReactNode } from 'react'

type Props = {
  className: string | undefined
  /** The name, if the content does not suffice. */
  'aria-label'?: string
  title?: string
  'aria-disabled'?: boolean
  /** Renders the dialog, a lazy component. */
  renderDialog: (opened: { attempt: number; pending: ReactNode; onClose: () => void }) => ReactNode
  children: ReactNode
}

/** Opens a dialog that is loaded on demand, and is busy until then. A failed load is retried on each opening. */
export function DialogButton({ renderDialog, ...button }: Props) {
  const [attempt, setAttempt] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const [isLoading, setLoading] = useState(false)
  return (
    <>
      <button
        {...button}
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading || undefined}
        onClick={() => {
          setAttempt(attempt + 1)
          setOpen(true)
        }}
      />
      {isOpen
        ? renderDialog({ attempt, pending: <Pending onChange={setLoading} />, onClose: () => setOpen(false) })
        : null}
    </>
  )
}

/** Tells while it is shown. */
function Pending({ onChange }: { onChange: (isShown: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true)
    return () => onChange(false)
  }, [onChange])
  return null
}
