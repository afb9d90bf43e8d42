import { beforeEach, expect, test } from 'vitest'

import { ApiError } from '#lib/api/api.ts'
import { useToasts } from './toast.ts'

import '#i18n/on-demand/deferred-texts.ts'
import { toastFailure } from './toast-failure.ts'
import { createI18n } from '#i18n/translations.ts'

const { current: speech } = await createI18n('en')
const shown = () => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(() => useToasts.setState({ toasts: [] }))

test('ATH-02 a failure by an expired login shows no toast: the accounts announce it, once for all', () => {
  toastFailure(new ApiError(401, 'jwt expired', 'jwt expired'), speech, 'This was not saved.')
  expect(shown()).toEqual([])
})

test('CRD-02 any other failure shows a toast with what it means', () => {
  toastFailure(new ApiError(0, 'client.network', 'Network error'), speech, 'This was not saved.')
  toastFailure(new ApiError(403, 'guest.cannot', ''), speech)
  expect(shown()).toEqual([
    'This was not saved. The server cannot be reached. Please check the connection.',
    'The guest account cannot do this. Please use your own account.',
  ])
})
