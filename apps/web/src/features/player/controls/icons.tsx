export * from './control-icons.tsx'
export * from './file-icons.tsx'
