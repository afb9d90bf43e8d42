import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches everything that differs between visitors: after a change, a work's numbers, and the content and order of
 * lists, may differ.
 */
export async function invalidatePersonalQueries(queryClient: QueryClient): Promise<void> {
  // The member's own query includes the public data of a displayed work.
  await queryClient.invalidateQueries({ queryKey: ['work'], refetchType: 'none' })
  await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isPersonal === true })
}
