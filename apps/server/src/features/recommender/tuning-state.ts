import type { TuningState } from '@otodana/contract'
import { usualBlend } from '@otodana/recommender'

import type { ModelState } from './refresh-thread.ts'

/** Describes for readers what recommendations are made of. */
export function tuningStateOf({ builtAtMs, tuning, tuneMs }: Readonly<ModelState>): TuningState {
  return {
    builtAt: builtAtMs === null ? null : isoOf(builtAtMs),
    weights: { ...(tuning?.blend ?? usualBlend) },
    tuning: tuning && {
      tunedAt: isoOf(tuning.tunedAt),
      seconds: tuneMs / 1_000,
      window: tuning.window && { from: isoOf(tuning.window.from), to: isoOf(tuning.window.to) },
      listeners: tuning.listeners,
      compared: tuning.compared,
      recall: tuning.recall,
      usualRecall: tuning.usualRecall,
      bestPart: tuning.bestPart,
    },
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
