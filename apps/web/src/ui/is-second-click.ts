/** Whether a click is the second of a double click, which on a button that plays and pauses would take the first one back. */
export const isSecondClick = ({ detail }: { detail: number }): boolean => detail > 1
