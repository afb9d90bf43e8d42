import type { StorageState } from '../types.ts'

/** What all that this site keeps on the device takes, and may take. Browsers tell it over HTTPS only. */
export async function storageState(): Promise<StorageState> {
  // Not there without HTTPS, whatever its type says.
  const storage: StorageManager | undefined = navigator.storage
  // Not in the Safari of iOS 15 and 16.
  const { usage = null, quota = null } = (await storage?.estimate?.()) ?? {}
  const isPersisted = (await storage?.persisted?.()) ?? null
  return { usageBytes: usage, quotaBytes: quota, isPersisted }
}

/** Asks the browser not to clear the site's storage when the device runs short; it may refuse without a prompt. */
export async function askPersistence(): Promise<boolean> {
  const storage: StorageManager | undefined = navigator.storage
  return (await storage?.persist?.()) ?? false
}
