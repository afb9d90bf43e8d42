import { expect, test } from 'vitest'

import { emptyTally } from '../scenario.ts'
import { report } from './report.ts'

test('FLT-04 the report is a table with a row for each scenario, also for one that was skipped, and the violations', () => {
  const tally = { ...emptyTally(), rounds: 2, kills: 20, acknowledged: 300, recoverySeconds: 1.25 }
  tally.violations.push('--seed 7: a is absent, not 1')
  tally.said.add('the disk is full')
  const results = [
    { name: 'kill', fault: 'kill -9', missing: null, tally },
    { name: 'disk', fault: 'a full disk', missing: 'needs root', tally: emptyTally() },
  ]
  expect(report(results).split('\n')).toEqual([
    '| scenario | fault       | rounds              | kills | acknowledged | recovery | violations | the server said  |',
    '| -------- | ----------- | ------------------- | ----- | ------------ | -------- | ---------- | ---------------- |',
    '| kill     | kill -9     | 2                   | 20    | 300          | 1.3 s    | 1          | the disk is full |',
    '| disk     | a full disk | skipped: needs root |       |              |          |            |                  |',
    'kill: --seed 7: a is absent, not 1',
  ])
})
