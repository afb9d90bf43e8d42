import { deviceStorage } from '../storage/browser-storage.ts'

/** Whether anything has been kept in this browser: otherwise nothing about it is loaded. */
export function hasKept(): boolean {
  return deviceStorage.read('kept') !== null
}
