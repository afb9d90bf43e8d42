import { create } from 'zustand'

/** Whether a part of the page could not be loaded, until it can, or the listener has dismissed the notice. */
export const useMissingParts = create<{ isMissing: boolean }>()(() => ({ isMissing: false }))

export const noteMissing = (isMissing: boolean): void => useMissingParts.setState({ isMissing })
