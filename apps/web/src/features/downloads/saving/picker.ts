/** What of the File System Access API the language's own types do not know yet. */
export type PickedFolder = FileSystemDirectoryHandle & {
  requestPermission?: (options: { mode: 'readwrite' }) => Promise<PermissionState>
}

type Picker = (options: { id: string; mode: 'readwrite'; startIn: string }) => Promise<PickedFolder>

const pickerOf = (): Picker | undefined =>
  (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker?.bind(globalThis)

export const hasPicker = (): boolean => pickerOf() !== undefined

/**
 * Lets the visitor choose a folder; from a click, or the browser refuses.
 *
 * @returns null when they have thought better of it
 */
export async function pickFolder(): Promise<PickedFolder | null> {
  try {
    // The browser remembers by this id where it was last.
    return (await pickerOf()?.({ id: 'downloads', mode: 'readwrite', startIn: 'downloads' })) ?? null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Asks again for what the visitor has once allowed; from a click. */
export async function allowAgain(folder: PickedFolder): Promise<boolean> {
  return (await folder.requestPermission?.({ mode: 'readwrite' })) !== 'denied'
}
