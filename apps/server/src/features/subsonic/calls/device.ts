import { createHash } from 'node:crypto'

const MAX_NAME_LENGTH = 40

/** Returns the device that an app’s positions and history belong to: one for each app, whatever it runs on. */
export function deviceOf(app: string): { id: string; name: string } {
  const name = app.slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', ' ').trim() || 'OpenSubsonic'
  return { id: `subsonic-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`, name }
}
