import { expect, test } from 'vitest'

import { evaluateMatching, totalOf } from './evaluate-matching.ts'
import { generateSubtitledWorks } from './generated-subtitled-works.ts'

test('LYR-10 in generated works 99 % of tracks get their own subtitle, and 0.1 % of those selected belong to other tracks', () => {
  const scores = evaluateMatching(generateSubtitledWorks(60, 7))
  const total = totalOf(scores)
  expect(total.due).toBeGreaterThan(5_000)
  expect(total.right / total.due, total.mistakes.join('\n')).toBeGreaterThanOrEqual(0.99)
  expect(total.wrong / total.chosen, total.mistakes.join('\n')).toBeLessThanOrEqual(0.001)
  expect(total.playedWrong / total.played, total.mistakes.join('\n')).toBeLessThanOrEqual(0.001)
  // One bad shape must not be hidden by the others.
  for (const { shape, due, right } of scores) if (due > 0) expect(right / due, shape).toBeGreaterThanOrEqual(0.97)
})
