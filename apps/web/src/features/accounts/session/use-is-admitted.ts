import { useRouter } from '@tanstack/react-router'

import { useSession } from './session.store.ts'

/** Whether the visitor may see the library: always, unless it is for members only. */
export function useIsAdmitted(): boolean {
  // The server's state at rendering, and what was learned since.
  const wasClosed = useRouter().options.context.isClosed
  return useSession(({ isClosed, token, isMediaReady }) => (token !== null && isMediaReady) || !(wasClosed || isClosed))
}
