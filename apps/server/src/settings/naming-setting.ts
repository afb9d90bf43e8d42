/** Runs a step of the start. Its errors name the setting to check, in addition to the failed system call. */
export async function namingSetting<T>(setting: string, step: () => T | Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    const reason = error instanceof Error && error.message !== '' ? error.message : String(error)
    throw new Error(`These settings do not work:\n  ${setting}: ${reason}`, { cause: error })
  }
}
