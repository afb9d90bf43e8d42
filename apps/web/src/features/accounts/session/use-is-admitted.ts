import { useRouter } from '@tanstack/react-router'

import { useSession } from './session.store.ts'

/** Whether the visitor may see the library: everybody may, unless it is closed to all but its members. */
export function useIsAdmitted(): boolean {
  // What the server knew when it drew the page, and what has been learnt since.
  const wasClosed = useRouter().options.context.isClosed
  return useSession(({ isClosed, token, isMediaReady }) => (token !== null && isMediaReady) || !(wasClosed || isClosed))
}
