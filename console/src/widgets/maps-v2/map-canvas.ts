import { Canvas, type RendererOptions } from 'leaflet';

/** The part of Leaflet's canvas that draws what was asked for, in the next frame. */
interface Drawing {
  /** Gone once the canvas is no longer on its map. */
  _ctx?: CanvasRenderingContext2D;
  _redraw: () => void;
}

const { _redraw: draw } = Canvas.prototype as unknown as Drawing;

/**
 * Leaflet forgets which frame it has asked for when its map is moved before that, so it is not called off when the canvas
 * is removed in the same frame, and fails.
 */
const MapCanvas: new (options?: RendererOptions) => Canvas = Canvas.extend({
  _redraw(this: Drawing) {
    if (this._ctx) draw.call(this);
  },
});

/** What paints places on a map that are too many for elements of the page. */
export const createCanvas = (options?: RendererOptions): Canvas => new MapCanvas(options);
