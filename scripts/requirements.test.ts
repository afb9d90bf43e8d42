import { expect, test } from 'vitest'

import { findNamedTests, readRequirements } from './requirements.ts'

const idsIn = (code: string) => findNamedTests('x.test.ts', code).map(({ id }) => id)

test('requirements are the rows of the tables, without headings and prose', () => {
  const markdown = [
    '| id | requirement |',
    '| --- | --- |',
    '| NAV-01 | Routes: `/works`; titles "Works \\| Page N". |',
    '|I18N-05|Japanese|',
    'See NAV-01 and | LIB-01 in a sentence.',
  ].join('\n')
  expect(readRequirements(markdown)).toEqual([
    { id: 'NAV-01', text: 'Routes: `/works`; titles "Works \\| Page N".' },
    { id: 'I18N-05', text: 'Japanese' },
  ])
})

test('an id counts in the title of a test or group, in any form of test', () => {
  const code = `
    test('A11Y-01 plain', () => {})
    it.only("two: MED-01, MED-02 and MED-01 again", () => {})
    describe(\`I18N-01 in \${language}\`, () => {})
    test.each([1, 2])('LIB-03 row %d', () => {})
    describe.for(rules)('ADM-01 $name', () => {})
    test.describe('CRD-01 group', () => {})
  `
  expect(idsIn(code)).toEqual(['A11Y-01', 'MED-01', 'MED-02', 'I18N-01', 'LIB-03', 'ADM-01', 'CRD-01'])
  expect(findNamedTests('x.test.ts', code)[0]).toEqual({
    id: 'A11Y-01',
    title: 'A11Y-01 plain',
    file: 'x.test.ts',
    line: 2,
  })
})

test('comments, bodies, steps and tests that do not run prove nothing', () => {
  const code = `
    // test('MED-01 commented out', () => {})
    test('no id', async () => { await test.step('MED-02 step', () => {}); expect('MED-03').toBe('MED-03') })
    test.skip('MED-04 skipped', () => {})
    test.todo('MED-05 later')
    test.fail('MED-06 expected to fail', () => {})
    log('MED-07 something else')
  `
  expect(idsIn(code)).toEqual([])
})
