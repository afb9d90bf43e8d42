/** What is selected: works by id, or the whole list. */
export type Selected = {
  ids: ReadonlySet<number>
  isAll: boolean
  /** Where a range begins. */
  anchor: number | null
}

export const nothing: Selected = { ids: new Set(), isAll: false, anchor: null }

/** Selects or deselects a work; with a range, all from the anchor on become as this one does. */
export function toggled(selected: Selected, shown: readonly number[], id: number, isRange: boolean): Selected {
  // Without the list as a whole, what is shown stays selected.
  const ids = new Set(selected.isAll ? shown : selected.ids)
  const isOn = !ids.has(id)
  const from = isRange && selected.anchor !== null ? shown.indexOf(selected.anchor) : -1
  const to = shown.indexOf(id)
  const range = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
  for (const one of range) {
    // A range never deselects: it grows from what was selected first.
    if (isOn || from !== -1) ids.add(one)
    else ids.delete(one)
  }
  return { ids, isAll: false, anchor: id }
}

/** Selects all works of the page; of a whole list, only those remain. */
export function pageSelected({ ids }: Selected, shown: readonly number[]): Selected {
  return { ids: new Set([...ids, ...shown]), isAll: false, anchor: null }
}

/** Selects all works of the page, or none of them if they were selected one by one. */
export function pageToggled(selected: Selected, shown: readonly number[]): Selected {
  const isWhole = !selected.isAll && shown.every((id) => selected.ids.has(id))
  if (!isWhole) return pageSelected(selected, shown)
  const onPage = new Set(shown)
  return { ids: new Set([...selected.ids].filter((id) => !onPage.has(id))), isAll: false, anchor: null }
}
