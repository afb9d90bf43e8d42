import { foldText, type Namespace } from '@otodana/keyword'

const ageCategories = ['general', 'r15', 'adult'] as const

/** The age category that a term names; undefined of any other term. */
export function ageOf({ namespace, value }: { namespace: Namespace; value: string }) {
  return namespace === 'age' ? ageCategories.find((category) => category === foldText(value)) : undefined
}
