import './ui/tokens.css'
import './ui/base.css'

import { start } from './start.tsx'

await start(import.meta.url)
