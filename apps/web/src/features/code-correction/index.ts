export { CorrectCode } from './CorrectCode.tsx'
export { CorrectCodeButton } from './CorrectCodeButton.tsx'
