export { exportAll } from './export-all.ts'
export { exportJsonSchema } from './export-schema.ts'
