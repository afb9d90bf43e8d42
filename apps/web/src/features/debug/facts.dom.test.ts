import { afterEach, expect, test, vi } from 'vitest'

import { useSettings } from '#features/settings/index.ts'
import type { Api } from '#lib/api/api.ts'

import { buildId } from './build-id.ts'
import { gatherFacts } from './facts.ts'
import { reportOf } from './report.ts'

const noApi: Api = () => Promise.reject(new TypeError('no line'))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('NAV-13 a report has neither tokens nor identities, and says what a browser lacks', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
  localStorage.setItem('jwt-token', 'secret-session')
  localStorage.setItem('media-token', '{"token":"secret-media"}')
  const recommenderUuid = '7b0c4f0e-3a0f-4f63-9a40-0d7a4a1c2b3d'
  useSettings.setState({ recommenderUuid, rewindSeekTime: 7, globalFilter: '$tag:rain$' })
  const facts = await gatherFacts(noApi)
  const report = reportOf({ version: 'Otodana 1' }, facts)
  expect(report).not.toMatch(/secret|7b0c4f0e|rain/)
  expect(facts.storage.localStorage).toContain('jwt-token')
  expect(facts.connection.health).toBe('TypeError: no line')
  expect(facts.settings).toMatchObject({ rewindSeekTime: '7', recommenderUuid: 'set', globalFilter: 'set' })
  expect(facts.settings).not.toHaveProperty('forwardSeekTime')
  expect(report).toContain('[client]\nversion: Otodana 1\n\n[connection]\n')
  // Reported rather than thrown: there is no database in this environment.
  expect(facts.databases.all).toMatch(/Error/)
})

test('NAV-13 a build is known by the name of its first script', () => {
  expect(buildId([{ src: '' }, { src: 'https://shelf.example/assets/entry-client-D4x_-9.js' }])).toBe('D4x_-9')
  expect(buildId([{ src: 'http://127.0.0.1/src/entry-client.tsx' }])).toBe('development')
})

test('REC-05 NAV-13 the weights of recommendations are explained by the window they were chosen on', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no line')))
  const tuning = {
    tunedAt: '2026-11-28T10:00:00.000Z',
    seconds: 1.26,
    window: { from: '2026-09-01T00:00:00.000Z', to: '2026-11-27T00:00:00.000Z' },
    listeners: 812,
    compared: 240,
    recall: 0.2041,
    usualRecall: 0.17,
    bestPart: { name: 'week', recall: 0.1899 },
  }
  const answer = { builtAt: null, weights: { personal: 1, week: 1 / 3 }, tuning }
  const { recommender } = await gatherFacts((async () => answer) as unknown as Api)
  expect(recommender).toEqual({
    model: '–',
    weights: 'personal 1, week 0.33',
    tuned: '2026-11-28T10:00:00.000Z (1.3 s)',
    tunedOn: '2026-09-01T00:00:00.000Z – 2026-11-27T00:00:00.000Z (812)',
    compared: '240',
    recall: '0.204',
    usualRecall: '0.170',
    bestPartRecall: '0.190 (week)',
  })
  const untuned = { ...answer, tuning: null }
  const before = await gatherFacts((async () => untuned) as unknown as Api)
  expect(before.recommender).toEqual({ model: '–', weights: 'personal 1, week 0.33', tuned: '–' })
})
