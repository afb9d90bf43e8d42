export type { CatalogueService, CatalogueUpdate } from './catalogue-service.ts'
