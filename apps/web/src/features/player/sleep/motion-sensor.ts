/** iOS asks the listener; other browsers have no such function. */
type AskingSensor = { requestPermission?: () => Promise<'granted' | 'denied'> }

/** Whether this device is likely to have a motion sensor: a touch screen, and a browser that offers it (HTTPS only). */
export function hasMotionSensor(): boolean {
  return 'DeviceMotionEvent' in globalThis && matchMedia('(pointer: coarse)').matches
}

/** Asks for permission where the browser wants it. To be called in a tap; false if it was refused. */
export async function askForMotion(): Promise<boolean> {
  if (!('DeviceMotionEvent' in globalThis)) return false
  const { requestPermission } = DeviceMotionEvent as AskingSensor
  if (!requestPermission) return true
  try {
    return (await requestPermission.call(DeviceMotionEvent)) === 'granted'
  } catch (error) {
    // Not called in a tap.
    if (!(error instanceof DOMException)) throw error
    return false
  }
}
