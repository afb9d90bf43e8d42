import type { Database } from '#db/open.ts'

export type ScanState = { isScanning(): Promise<boolean> }

/** Scans of any process: one that was killed is noted as interrupted when the next one starts. */
export function createScanState({ read }: Pick<Database, 'read'>): ScanState {
  return {
    async isScanning() {
      const run = await read.selectFrom('scan_run').select('id').where('state', '=', 'running').executeTakeFirst()
      return run !== undefined
    },
  }
}
