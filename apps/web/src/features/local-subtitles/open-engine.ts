import { useUpgrade } from '#lib/storage/database-upgrade.ts'

import { LocalSubtitleError } from './problems.ts'

/**
 * The engine with its database open. Where that has to be brought up to date first, the page shows how it goes.
 *
 * @throws {LocalSubtitleError} see `openDatabase`
 */
export async function openEngine() {
  const engine = await import('./engine.ts')
  let isSeen = false
  try {
    await engine.openDatabase({
      onUpgrade(upgrade) {
        // An empty database: it is done before it could be seen.
        if (upgrade.state === 'upgrading' && upgrade.total === 0) return
        isSeen = true
        useUpgrade.setState({ upgrade })
      },
    })
    // Of what only had to wait for another tab there is nothing to tell.
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
