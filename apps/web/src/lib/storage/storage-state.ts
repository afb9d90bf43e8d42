/** Null if the browser does not report it, as over plain HTTP. */
export type StorageState = {
  usageBytes: number | null
  quotaBytes: number | null
  /** Whether the browser promises not to clear it automatically. */
  isPersisted: boolean | null
}

/** Returns the storage used by this site, and its quota. Browsers report it over HTTPS only. */
export async function storageState(): Promise<StorageState> {
  // Missing without HTTPS, despite its type.
  const storage: StorageManager | undefined = navigator.storage
  // Missing in Safari on iOS 15 and 16.
  const { usage = null, quota = null } = (await storage?.estimate?.()) ?? {}
  const isPersisted = (await storage?.persisted?.()) ?? null
  return { usageBytes: usage, quotaBytes: quota, isPersisted }
}

/** Asks the browser for persistent storage; it may refuse without a prompt. */
export async function askPersistence(): Promise<boolean> {
  const storage: StorageManager | undefined = navigator.storage
  return (await storage?.persist?.()) ?? false
}
