import { deviceStorage } from '#lib/storage/browser-storage.ts'

import { POSITIONS_KEY } from './saved-positions.ts'
import { positionsToText } from './position-rules.ts'
import { announcePositionsWritten } from './positions-written.ts'
import type { SavedPosition } from './positions.ts'

export function writePositions(places: readonly SavedPosition[]): void {
  deviceStorage.write(POSITIONS_KEY, positionsToText(places))
  announcePositionsWritten()
}
