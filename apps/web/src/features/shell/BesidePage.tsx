import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { useUser } from '#features/accounts/index.ts'
import { askAnew } from '#lib/ask-anew.ts'
import { onTabsTold } from '#lib/tabs.ts'

import Sayings from './Sayings.tsx'

/** What goes along with every screen where there is something to say or somebody has an account: what the first paint can do without. */
export default function BesidePage() {
  const queryClient = useQueryClient()
  const isSomebody = useUser() !== null
  useEffect(() => (isSomebody ? onTabsTold(() => void askAnew(queryClient)) : undefined), [isSomebody, queryClient])
  return <Sayings />
}
