import type { ScanStatus } from '@otodana/contract'
import type { QueryClient } from '@tanstack/react-query'

import { SCAN } from '../admin.queries.ts'

/**
 * Shows what a call answers about the scan, unless the scan's events have told something meanwhile. A scan of a few folders
 * is over before the answer to its beginning is here, which would make it run for ever.
 */
export async function showScan(queryClient: QueryClient, call: Promise<ScanStatus>): Promise<void> {
  const before = queryClient.getQueryData<ScanStatus>(SCAN)
  const status = await call
  if (queryClient.getQueryData<ScanStatus>(SCAN) === before) queryClient.setQueryData<ScanStatus>(SCAN, status)
}
