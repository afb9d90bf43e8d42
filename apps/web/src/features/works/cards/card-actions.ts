import type { Work } from '@otodana/contract'
import { createContext, type ComponentType } from 'react'

/** The actions on a work's card. Provided by the app, because they belong to features that show cards themselves. */
export const CardActions = createContext<ComponentType<{ work: Work }> | null>(null)
