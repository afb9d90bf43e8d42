import { getWork, getWorkInfo } from '@otodana/contract'
import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { useSession } from '#features/accounts/index.ts'
import type { AppContext } from '#i18n/app-context.ts'
import { createI18n } from '#i18n/translations.ts'

import { aWork } from '#test/a-work.ts'
import { workLoader } from './work-route.ts'
import { workQueries } from '../work.queries.ts'

const work = aWork()
const { id } = work

async function contextOf(called: (call: unknown) => void): Promise<AppContext> {
  const api = async (call: unknown) => {
    called(call)
    return call === getWork || call === getWorkInfo ? work : []
  }
  const i18n = await createI18n('en')
  return {
    api,
    queryClient: new QueryClient(),
    i18n,
    origin: 'http://shelf.example',
    isClosed: false,
    endpoints: {},
  } as never
}

it('WRK-01 asks for the public work and for the member’s own, of which the first is shown', async () => {
  useSession.setState({ token: 'a token' })
  const calls: unknown[] = []
  const context = await contextOf((call) => calls.push(call))
  await workLoader(context, String(id))
  expect(calls).toContain(getWorkInfo)
  expect(calls).toContain(getWork)
})

it('META-70 the former code of a work leads to its address', async () => {
  useSession.setState({ token: null })
  const context = await contextOf(() => {})
  const moved: unknown = await workLoader(context, 'RJ01239999').catch((error: unknown) => error)
  expect(moved).toMatchObject({ options: { href: '/work/RJ01234567', statusCode: 302, replace: true } })
})

it('WRK-01 a work that the server has rendered is left as it is until its page is hydrated', async () => {
  useSession.setState({ token: 'a token' })
  const calls: unknown[] = []
  const context = await contextOf((call) => calls.push(call))
  const { queryKey } = workQueries.info(context.api, id)
  context.queryClient.setQueryData(queryKey, work)
  await workLoader(context, String(id))
  expect(calls).not.toContain(getWork)
  expect(context.queryClient.getQueryData(queryKey)).toBe(work)
})
