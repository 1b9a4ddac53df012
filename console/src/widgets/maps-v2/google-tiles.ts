import type { Tiles } from './providers.ts';

/** Tiles of Google, or why there are none. */
export type GoogleSession = { tiles: Tiles } | { failure: string };

const ADDRESS = 'https://tile.googleapis.com/v1';

/** What Google calls its kinds of maps, and what lies on them. */
const KINDS: Readonly<Record<string, object>> = {
  roadmap: { mapType: 'roadmap' },
  satellite: { mapType: 'satellite' },
  hybrid: { mapType: 'satellite', layerTypes: ['layerRoadmap'] },
  terrain: { mapType: 'terrain', layerTypes: ['layerRoadmap'] },
};

/**
 * Asks Google's Map Tiles API for tiles with a key of the user: no script of Google is run. Tiles belong to a session,
 * which lasts about two weeks.
 */
export async function googleTiles(key: string, kind: string, signal: AbortSignal): Promise<GoogleSession> {
  try {
    const reply = await fetch(`${ADDRESS}/createSession?key=${encodeURIComponent(key)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...KINDS[kind], language: navigator.language || 'en-US', region: 'US' }),
      signal,
      referrerPolicy: 'strict-origin-when-cross-origin',
    });
    const body = (await reply.json()) as { session?: unknown; error?: { message?: unknown } };
    if (!reply.ok || typeof body.session !== 'string') {
      return { failure: String(body.error?.message ?? reply.status) };
    }
    const query = `session=${encodeURIComponent(body.session)}&key=${encodeURIComponent(key)}`;
    return {
      tiles: {
        address: `${ADDRESS}/2dtiles/{z}/{x}/{y}?${query}`,
        attribution: [['Google Maps', 'https://www.google.com/intl/en/help/terms_maps/']],
        maxZoom: 22,
      },
    };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
