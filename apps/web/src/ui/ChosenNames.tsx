import { CloseIcon } from './icons/core-icons.ts'
import css from './pick.module.css'

type Props<I extends string | number> = {
  label: string
  names: readonly { id: I; name: string }[]
  dropLabel: (name: string) => string
  onDrop: (id: I) => void
}

/** The names that were chosen, each a button that takes it out again. */
export function ChosenNames<I extends string | number>({ label, names, dropLabel, onDrop }: Props<I>) {
  if (names.length === 0) return null
  return (
    <ul className={css.chosen} aria-label={label}>
      {names.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className={css.chip} aria-label={dropLabel(name)} onClick={() => onDrop(id)}>
            <span>{name}</span>
            <CloseIcon size="1.25em" />
          </button>
        </li>
      ))}
    </ul>
  )
}
