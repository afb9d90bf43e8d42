import controls from './controls.module.css'
import { InNoticePlace, Notice } from './Notice.tsx'
import css from './UndoNotice.module.css'
import { useHold } from './use-hold.ts'

const SHOWN_MS = 10_000

type Props = {
  /** What was removed: `title` is truncated if it is long, so that hint and button stay visible. Null: nothing. */
  removed: { id: string | number; hint?: string; title: string } | null
  undoLabel: string
  closeLabel: string
  onUndo: () => void
  onGone: () => void
}

/** What was removed last, with an undo button: shown for a while, and as long as it has the pointer or the focus. */
export function UndoNotice({ removed, ...rest }: Props) {
  // Always in the document, because screen readers announce changes only.
  return (
    <InNoticePlace>
      <div role="status">{removed ? <Removed key={removed.id} removed={removed} {...rest} /> : null}</div>
    </InNoticePlace>
  )
}

function Removed({
  removed,
  undoLabel,
  closeLabel,
  onUndo,
  onGone,
}: Props & { removed: NonNullable<Props['removed']> }) {
  const hold = useHold(onGone, SHOWN_MS)
  const { hint, title } = removed
  const text = hint ? (
    <>
      <span className={css.hint}>{hint}</span> <span className={css.title}>{title}</span>
    </>
  ) : (
    title
  )
  return (
    <div {...hold}>
      <Notice text={text} closeLabel={closeLabel} onClose={onGone}>
        <button type="button" className={controls.button} onClick={onUndo}>
          {undoLabel}
        </button>
      </Notice>
    </div>
  )
}
