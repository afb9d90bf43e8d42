import { useEffect } from 'react'

import { useConnection } from '#features/offline/index.ts'

/** Says that the screen is whole without the server, so that a missing connection does not cover it. */
export function useKeptShown(isKept: boolean): void {
  useEffect(() => {
    if (!isKept) return undefined
    useConnection.setState({ isKeptShown: true })
    return () => useConnection.setState({ isKeptShown: false })
  }, [isKept])
}
