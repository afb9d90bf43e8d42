import { afterEach, expect, test, vi } from 'vitest'

import { clearPendingProof, readPendingProof, savePendingProof, type PendingProof } from './pending-proof.ts'
import { clearEnteredTexts } from '../session/sign-out-cleanup.ts'
import { timeLeft } from './use-time-left.ts'

const inAMoment = () => new Date(Date.now() + 60_000).toISOString()
const kept = (): PendingProof => ({
  kind: 'link',
  name: 'akari',
  isOpen: true,
  proof: {
    verifyId: 'v1',
    address: 'verify@shelf.example',
    subject: 'Otodana 1234',
    expiresAt: inAMoment(),
    maxAttempts: 60,
    retrySeconds: 5,
  },
})

afterEach(() => {
  vi.useRealTimers()
  sessionStorage.clear()
})

test('ATH-05 a mail that is waited for survives a reload, for its account, its purpose and its time', () => {
  const one = kept()
  savePendingProof(one)
  expect(readPendingProof('link', 'akari')).toEqual(one)
  expect(readPendingProof('link', 'hinata')).toBeNull()
  expect(readPendingProof('reset')).toBeNull()
  vi.useFakeTimers({ now: Date.now() + 61_000 })
  expect(readPendingProof('link', 'akari')).toBeNull()
})

test('ATH-05 it is forgotten once it is done with, at a logout, and where it is broken', () => {
  savePendingProof(kept())
  clearPendingProof()
  expect(sessionStorage.getItem('mail-proof')).toBeNull()
  savePendingProof(kept())
  clearEnteredTexts()
  expect(readPendingProof('link', 'akari')).toBeNull()
  for (const broken of ['', 'x', '{}', JSON.stringify({ ...kept(), proof: { ...kept().proof, retrySeconds: 0 } })]) {
    sessionStorage.setItem('mail-proof', broken)
    expect(readPendingProof('link', 'akari'), broken).toBeNull()
  }
})

test('ATH-05 the remaining time is exact to the second, and ignored when one clock must be wrong', () => {
  expect(timeLeft(865.9)).toBe('14:25')
  expect(timeLeft(5)).toBe('0:05')
  expect(timeLeft(0)).toBe('0:00')
  expect(timeLeft(-1)).toBeNull()
  expect(timeLeft(3_601)).toBeNull()
  expect(timeLeft(Number.NaN)).toBeNull()
})
