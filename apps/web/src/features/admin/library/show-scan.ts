import type { ScanStatus } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { SCAN } from '../admin.queries.ts'

/**
 * Shows a call's answer about the scan, unless an event has arrived meanwhile: a short scan ends before the answer to
 * its start, which would then show it as running forever.
 */
export async function showScan(queryClient: QueryClient, call: Promise<ScanStatus>): Promise<void> {
  const before = queryClient.getQueryData<ScanStatus>(SCAN)
  const status = await call
  if (queryClient.getQueryData<ScanStatus>(SCAN) === before) queryClient.setQueryData<ScanStatus>(SCAN, status)
}
