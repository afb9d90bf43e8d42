// React then flushes effects inside `act` and warns about updates outside it.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
