/** Works on one page of the shelf. */
export const SHELF_PAGE = 40

/** Cards that are rendered at once, as many as most screens have: the others follow right after. */
export const SHELF_AT_ONCE = 8
