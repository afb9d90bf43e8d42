export { aboutRoutes } from './about.routes.ts'
export { probeRoutes } from './probes.routes.ts'
export { createReadiness, readinessOf } from './readiness.ts'
