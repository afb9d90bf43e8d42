import type { QueryClient } from '@tanstack/react-query'

/**
 * Has everything asked for again that differs by visitor: a work's numbers are others now, and so may be which works a
 * list has, and in what order.
 */
export async function invalidatePersonalQueries(queryClient: QueryClient): Promise<void> {
  // What everybody knows of a work that is shown comes along with what is the member's own.
  await queryClient.invalidateQueries({ queryKey: ['work'], refetchType: 'none' })
  await queryClient.invalidateQueries({ predicate: ({ meta }) => meta?.isPersonal === true })
}
