import { AppError } from '../src/http/errors/app-error.ts'
import { createGate, type Gate } from '../src/http/gate.ts'
import { createLimits } from '../src/http/limits/limits.ts'

/** The gate of a public server without accounts, for tests of what is behind it. */
export function aGate({ adminToken = null }: { adminToken?: string | null } = {}): Gate {
  return createGate({
    sessions: { accountOf: () => Promise.reject(new AppError('invalid token')) },
    adminToken,
    access: 'public',
    limits: createLimits(null),
  })
}
