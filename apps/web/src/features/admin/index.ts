export { adminLoader } from './admin-loader.ts'
export { AdminPending } from './AdminPending.tsx'
export { AdminScreen } from './AdminScreen.tsx'
