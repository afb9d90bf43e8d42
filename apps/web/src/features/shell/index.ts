export { Document } from './Document.tsx'
export { ErrorScreen } from './ErrorScreen.tsx'
export { NotFoundScreen } from './NotFoundScreen.tsx'
export { Shell } from './Shell.tsx'
