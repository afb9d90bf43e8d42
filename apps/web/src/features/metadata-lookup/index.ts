export { LookUpButton } from './LookUpButton.tsx'
export { timeUntil } from './time-until.ts'
export { useFailureText } from './use-failure-text.ts'
export { useRoughSpanText } from './use-rough-span-text.ts'
