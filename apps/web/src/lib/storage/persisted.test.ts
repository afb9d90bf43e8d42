import { expect, test } from 'vitest'

import { readValues } from './persisted.ts'
import { flag, oneOf } from '../readers.ts'

const options = {
  name: 'settings',
  version: 2,
  fields: { scheme: oneOf(['dark', 'light']), isLoud: flag },
  defaults: { scheme: 'dark', isLoud: false },
} as const
const stored = (values: unknown, version = 2) => JSON.stringify({ version, values })

test.each([null, '', 'null', '[]', '{', '"x"', '{"values":{}}', '{"version":2,"values":[]}'])(
  'SET-03 %o gives the defaults',
  (text) => expect(readValues(options, text)).toEqual(options.defaults),
)

test('SET-03 a broken value falls back alone', () => {
  expect(readValues(options, stored({ scheme: 'pink', isLoud: true, other: 1 }))).toEqual({
    scheme: 'dark',
    isLoud: true,
  })
})

test('SET-03 values of an older version are brought forward', () => {
  const migrate = (values: Record<string, unknown>, version: number) =>
    version === 1 ? { ...values, isLoud: values.loud === 'yes' } : values
  expect(readValues({ ...options, migrate }, stored({ scheme: 'light', loud: 'yes' }, 1))).toEqual({
    scheme: 'light',
    isLoud: true,
  })
})
