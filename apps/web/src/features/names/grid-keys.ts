/** A position in a grid. */
export type GridPlace = {
  /** Index of the current name. */
  index: number
  /** Number of names. */
  total: number
  columns: number
  /** Rows visible at once. */
  rowsShown: number
}

/**
 * Returns the index that a key moves to; null for other keys, which the browser handles. Up, down and the page keys
 * keep the column; down from above a short last row goes to its end.
 */
export function indexAfterKey(key: string, { index, total, columns, rowsShown }: GridPlace): number | null {
  const last = total - 1
  const to = clamp(target())
  return to === index ? null : to

  function target(): number {
    switch (key) {
      case 'ArrowRight':
        return index + 1
      case 'ArrowLeft':
        return index - 1
      case 'ArrowDown':
        return down(1)
      case 'ArrowUp':
        return down(-1)
      case 'PageDown':
        return down(Math.max(1, rowsShown - 1))
      case 'PageUp':
        return down(-Math.max(1, rowsShown - 1))
      case 'Home':
        return 0
      case 'End':
        return last
      default:
        return index
    }
  }

  function down(rows: number): number {
    const row = Math.floor(index / columns)
    const to = Math.max(0, Math.min(row + rows, Math.floor(last / columns)))
    return to === row ? index : to * columns + (index % columns)
  }

  function clamp(to: number): number {
    return Math.max(0, Math.min(to, last))
  }
}
