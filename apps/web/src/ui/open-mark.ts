/** Marks history entries of open dialogs, with their number. */
export const OPEN_MARK = 'playerIsOpen'
