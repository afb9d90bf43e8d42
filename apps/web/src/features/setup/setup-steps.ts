export const setupSteps = ['account', 'folders', 'metadata', 'visitors', 'library'] as const
export type SetupStep = (typeof setupSteps)[number]

type Progress = {
  /** Whether the library has a folder besides the demo library. */
  hasFolders: boolean
  /** Whether works are looked up, or cannot be. */
  isMetadataDecided: boolean
}

/** Returns where the setup of an instance that has an account continues. */
export function stepToContinue({ hasFolders, isMetadataDecided }: Progress): SetupStep {
  if (!hasFolders) return 'folders'
  return isMetadataDecided ? 'visitors' : 'metadata'
}

export function stepAfter(step: SetupStep): SetupStep {
  return setupSteps[setupSteps.indexOf(step) + 1] ?? 'library'
}
