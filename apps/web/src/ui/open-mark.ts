/** Marks the history entries that stand for open dialogs, with how many are open there. */
export const OPEN_MARK = 'playerIsOpen'
