export {
  addTerm,
  ageChoices,
  chooseAge,
  chosenAge,
  complete,
  isOverfull,
  openKeyword,
  removeTerm,
  reopen,
  settle,
  toggleExcluded,
  typeText,
  type AgeChoice,
  type SearchInput,
} from './edit.ts'
export { closeUp, foldName, foldText } from './fold.ts'
export { lengthReadings, lengthTerms, type LengthReading } from './lengths.ts'
export {
  createNameList,
  findName,
  findNames,
  foldForFinding,
  prepareNames,
  type KnownName,
  type NameList,
} from './names.ts'
export { parseDay, parseNumber, parseSeconds } from './numbers.ts'
export { isKeywordCut, MAX_KEYWORD_LENGTH, MAX_KEYWORD_TERMS, parseKeyword, type ParseOptions } from './parse.ts'
export { plainWords } from './plain-words.ts'
export {
  choose,
  fixedValues,
  offeredNamespaces,
  suggest,
  type Knowledge,
  type Suggestion,
  type Suggestions,
} from './suggest.ts'
export {
  cleanValue,
  NAMESPACES,
  printKeyword,
  printTerm,
  special,
  specialTerm,
  wellFormed,
  type DoneTerm,
  type Namespace,
  type PartialTerm,
  type PlainTerm,
  type SpecialTerm,
  type Term,
} from './terms.ts'
