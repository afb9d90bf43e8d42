import type { Lease } from '#jobs/lease.ts'

export const SCAN = 'scan'
export const SCAN_LEASE_MS = 30_000

/** The lease for scanning. */
export function scanLease(holder: string): Lease {
  return { name: SCAN, holder, durationMs: SCAN_LEASE_MS }
}
