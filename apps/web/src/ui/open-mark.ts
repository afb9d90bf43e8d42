/** Marks history entries of open dialogs, with their number. */
export const OPEN_MARK = 'playerIsOpen'

/** Number of open overlays according to the present entry. */
export const marked = (): number => Number((history.state as Record<string, unknown> | null)?.[OPEN_MARK] ?? 0)
