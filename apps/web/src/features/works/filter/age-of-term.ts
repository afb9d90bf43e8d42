import { ages } from '@otodana/contract'
import { foldText, type Namespace } from '@otodana/keyword'

/** The age that a term names; undefined of any other term. */
export function ageOfTerm({ namespace, value }: { namespace: Namespace; value: string }) {
  return namespace === 'age' ? ages.find((age) => age === foldText(value)) : undefined
}
