export { soundRoutes } from './sound.routes.ts'
export { createSounds, type Sounds } from './sound.service.ts'
