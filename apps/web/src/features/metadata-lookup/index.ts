export { LookUpButton } from './LookUpButton.tsx'
export { timeUntil } from './time-until.ts'
export { useFailureText } from './use-failure-text.ts'
