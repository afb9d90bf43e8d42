const SIDECAR_NAMES = ['otodana.yaml', 'otodana.yml', 'otodana.json']

/** Whether a file directly in a work's folder holds the work's metadata. */
export function isSidecarName(name: string): boolean {
  return SIDECAR_NAMES.includes(name.toLowerCase())
}
