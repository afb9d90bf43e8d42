import startShared from '../global-setup.ts'
import { startDesktop } from './desktop.ts'

/** A server with the demo library, a display and a sound server for the whole run. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const desktop = await startDesktop()
  try {
    const stopServer = await startShared()
    process.env.OTODANA_DESKTOP = JSON.stringify(desktop.env)
    return async () => {
      await stopServer()
      await desktop.stop()
    }
  } catch (error) {
    await desktop.stop()
    throw error
  }
}
