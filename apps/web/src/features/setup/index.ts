export { setupLoader } from './setup-loader.ts'
export { SetupPending } from './SetupPending.tsx'
export { SetupScreen } from './SetupScreen.tsx'
