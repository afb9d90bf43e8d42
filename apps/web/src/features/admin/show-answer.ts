import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Shows the answer to a command. The answer to a poll that is on its way would show an older one, and stay. */
export function showAnswer<Answer>(queryClient: QueryClient, queryKey: QueryKey, answer: Answer): void {
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData<Answer>(queryKey, answer)
}
