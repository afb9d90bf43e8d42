import { ages } from '@otodana/contract'
import { foldText, type Namespace } from '@otodana/keyword'

/** Returns the age of a term; undefined for other terms. */
export function ageOfTerm({ namespace, value }: { namespace: Namespace; value: string }) {
  return namespace === 'age' ? ages.find((age) => age === foldText(value)) : undefined
}
