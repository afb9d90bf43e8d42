export { foldText } from './fold.ts'
export { parseNumber, parseSeconds } from './numbers.ts'
export { MAX_KEYWORD_LENGTH, MAX_KEYWORD_TERMS, parseKeyword, type ParseOptions } from './parse.ts'
export {
  cleanValue,
  NAMESPACES,
  printKeyword,
  printTerm,
  special,
  specialTerm,
  type Namespace,
  type PartialTerm,
  type PlainTerm,
  type SpecialTerm,
  type Term,
} from './terms.ts'
