import type { User } from '@otodana/contract'

/** Whether the user may edit works, names and selections. */
export const isEditor = (user: User | null): boolean => user?.group === 'administrator' || user?.group === 'editor'
