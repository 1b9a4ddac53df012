/** Of a node on the canvas, px: chains of other consoles are laid out for it, too. */
export const NODE_WIDTH = 172;
export const NODE_HEIGHT = 52;
