import { getMe } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** Features of the server: registration, guests, mail. Undefined while loading. */
export function useServerFacts() {
  const { api } = useRouter().options.context
  // Refetched each time, because an administrator may have changed it.
  const { data } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => api(getMe, {}, { signal, isAnonymous: true }),
    staleTime: 0,
  })
  return data
}
