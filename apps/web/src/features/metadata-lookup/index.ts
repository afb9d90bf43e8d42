export { LookUpButton } from './LookUpButton.tsx'
export { useFailureText } from './use-failure-text.ts'
