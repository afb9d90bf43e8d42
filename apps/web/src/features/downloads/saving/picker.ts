/** Parts of the File System Access API missing in TypeScript's types. */
export type PickedFolder = FileSystemDirectoryHandle & {
  requestPermission?: (options: { mode: 'readwrite' }) => Promise<PermissionState>
}

type Picker = (options: { id: string; mode: 'readwrite'; startIn: string }) => Promise<PickedFolder>

const pickerOf = (): Picker | undefined =>
  (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker?.bind(globalThis)

export const hasPicker = (): boolean => pickerOf() !== undefined

/**
 * Asks for a folder; must be called from a click.
 *
 * @returns null if cancelled
 */
export async function pickFolder(): Promise<PickedFolder | null> {
  try {
    // The browser remembers the last folder by this id.
    return (await pickerOf()?.({ id: 'downloads', mode: 'readwrite', startIn: 'downloads' })) ?? null
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null
    throw error
  }
}

/** Asks again for a permission granted before; must be called from a click. */
export async function allowAgain(folder: PickedFolder): Promise<boolean> {
  return (await folder.requestPermission?.({ mode: 'readwrite' })) !== 'denied'
}
