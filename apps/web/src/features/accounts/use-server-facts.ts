import { getMe } from '@otodana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

/** What the server lets people do: register, visit as guest, prove a mail address. Undefined until it is known. */
export function useServerFacts() {
  const { api } = useRouter().options.context
  // Asked each time: an administrator may have changed it.
  const { data } = useQuery({
    queryKey: ['registration'],
    queryFn: ({ signal }) => api(getMe, {}, { signal, isAnonymous: true }),
    staleTime: 0,
  })
  return data
}
