/** Owner of what is stored on a device without an account; accounts have higher ids. */
export const DEVICE = 0
