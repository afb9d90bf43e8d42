import { persisted } from '#lib/storage/persisted.ts'
import { flag, wholeNumber } from '#lib/readers.ts'

export const TEXT_SIZES = [0.75, 0.875, 1, 1.125, 1.25, 1.5, 1.75, 2] as const
const USUAL = TEXT_SIZES.indexOf(1)

/** Display settings of texts on this device. */
export const useTextSettings = persisted({
  name: 'text-preview',
  version: 1,
  fields: {
    /** An index of `TEXT_SIZES`. */
    sizeStep: wholeNumber(0, TEXT_SIZES.length - 1),
    /** Wraps long lines; otherwise the text scrolls horizontally. */
    isWrapped: flag,
  },
  defaults: { sizeStep: USUAL, isWrapped: true },
})
