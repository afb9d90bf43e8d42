import { useUpgrade } from '#lib/storage/database-upgrade.ts'

import { LocalSubtitleError } from './problems.ts'

/**
 * Loads the engine and opens its database. The page shows the progress of an upgrade.
 *
 * @throws {LocalSubtitleError} see `openDatabase`
 */
export async function openEngine() {
  const engine = await import('./engine.ts')
  let isSeen = false
  try {
    await engine.openDatabase({
      onUpgrade(upgrade) {
        // Upgrading an empty database is too fast to show.
        if (upgrade.state === 'upgrading' && upgrade.total === 0) return
        isSeen = true
        useUpgrade.setState({ upgrade })
      },
    })
    // Nothing was shown if it only waited for another tab.
    if (isSeen)
      useUpgrade.setState(({ upgrade }) => ({ upgrade: upgrade?.state === 'waiting' ? null : { state: 'done' } }))
  } catch (error) {
    const { problem } = error instanceof LocalSubtitleError ? error : {}
    const isFailed = problem?.kind === 'upgradeFailed'
    if (isSeen || isFailed) {
      useUpgrade.setState({ upgrade: { state: 'failed', message: isFailed ? problem.message : String(error) } })
    }
    throw error
  }
  return engine
}
