/** Works on one page of the shelf. */
export const SHELF_PAGE = 40

/** Cards that are rendered at once, more than a screen has: the others follow right after. */
export const SHELF_AT_ONCE = 12
