export { findWorkCode, findWorkCodes, type FoundWorkCode, type TextRange } from './find-work-codes.ts'
export { parseWorkCode, type WorkCode, type WorkIdentity } from './work-code.ts'
export {
  FIRST_CODELESS_ID,
  isCodelessId,
  isWorkId,
  MAX_WORK_ID,
  sourceOfId,
  workIdOf,
  type WorkPrefix,
  type WorkSource,
} from './work-number.ts'
export { workPath, type WorkAddress } from './work-path.ts'
export { canonicalCode, codeToId, parseWorkIdentity, parseWorkRef } from './work-ref.ts'
