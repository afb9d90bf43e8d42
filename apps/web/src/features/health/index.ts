export { AnnouncementText } from './AnnouncementText.tsx'
export { EndpointChoice } from './EndpointChoice.tsx'
export { ENDPOINTS_META, followEndpoint } from './endpoints.ts'
export { Health } from './Health.tsx'
