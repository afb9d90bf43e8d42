import { getSetup } from '@otodana/contract'
import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  beforeLoad: async ({ context: { api } }) => {
    // A new instance begins with its setup.
    const isNew = await api(getSetup, {}).then(
      ({ step }) => step === 'account',
      () => false,
    )
    throw redirect({ to: isNew ? '/setup' : '/works', replace: true })
  },
})
