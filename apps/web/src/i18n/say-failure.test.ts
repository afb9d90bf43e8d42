import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '#lib/api.ts'
import { useSaid } from '#lib/say.ts'

import './later-texts.ts'
import { sayFailure } from './say-failure.ts'
import { createI18n } from './translations.ts'

const { current: speech } = await createI18n('en')
const said = () => useSaid.getState().said.map(({ text }) => text)

beforeEach(() => useSaid.setState({ said: [] }))

test('ATH-02 what fails by a login that is over says nothing itself: the accounts tell it, once for all', () => {
  sayFailure(new ApiError(401, 'jwt expired', 'jwt expired'), speech, 'This was not saved.')
  expect(said()).toEqual([])
})

test('CRD-02 any other failure is said, with what it means', () => {
  sayFailure(new ApiError(0, 'client.network', 'Network error'), speech, 'This was not saved.')
  sayFailure(new ApiError(403, 'guest.cannot', ''), speech)
  expect(said()).toEqual([
    'This was not saved. The server cannot be reached. Please check the connection.',
    'The guest account cannot do this. Please use your own account.',
  ])
})
