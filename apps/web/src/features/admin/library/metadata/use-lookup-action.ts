import { useQueryClient } from '@tanstack/react-query'

import { ADMIN } from '../../admin.queries.ts'
import { useAction } from '../../use-action.ts'

/** Runs an action that changes the lookup, and shows the result. */
export function useLookupAction() {
  const queryClient = useQueryClient()
  const { act, isBusy, failure } = useAction()
  const run = (work: () => Promise<unknown>) =>
    act(async () => {
      await work()
      await queryClient.invalidateQueries({ queryKey: ADMIN })
    })
  return { run, isBusy, failure }
}
