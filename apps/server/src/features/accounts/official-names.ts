import { GUEST_NAME } from '@otodana/contract'

import { accountKey } from './account-key.ts'

/** The name in the audit log for the holder of the server's own token. */
export const TOKEN_NAME = 'admin-token'

/** Not available to any account. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([GUEST_NAME, TOKEN_NAME].map(accountKey))

/** Names that look official: only the first account may have one. */
export const OFFICIAL_NAMES: ReadonlySet<string> = new Set(
  ['admin', 'administrator', 'moderator', 'otodana', 'staff', 'support', 'system'].map(accountKey),
)
