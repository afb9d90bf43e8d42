export { SelectWorks } from './SelectWorks.tsx'
