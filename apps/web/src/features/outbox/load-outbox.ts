/** Loads the outbox and what shows it: one chunk, so that it is there as a whole when the connection is gone. */
export const loadOutbox = () => import('./loaded-outbox.ts')
