/** An arrow down into a tray. */
export const ARROW = 'M12 4v11m-4.4-4.2L12 15.2l4.4-4.4M4.5 19.5h15'
