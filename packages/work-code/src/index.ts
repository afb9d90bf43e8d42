export {
  findWorkCode,
  findWorkCodes,
  parseWorkCode,
  type FoundWorkCode,
  type TextRange,
  type WorkCode,
} from './work-code.ts'
export { isWorkId, MAX_WORK_ID, sourceOfId, workIdOf, type WorkPrefix, type WorkSource } from './work-number.ts'
export { workPath, type WorkAddress } from './work-path.ts'
export { canonicalCode, codeToId, parseWorkRef } from './work-ref.ts'
