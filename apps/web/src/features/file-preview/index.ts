// Loaded as a whole, when the first file is looked at.
export { FilePreview as default } from './FilePreview.tsx'
