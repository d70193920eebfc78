import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

/** Cache size in entries: several screens of tiles, at about 4 kB per picture. */
const CACHE_SIZE = 600;
const pictures = new Map<string, string>();
const colours = new Map<string, string>();

/** A blurred picture as a data URL, computed in about 0.1 ms; empty for an invalid hash. */
export function thumbhashPicture(hash: string): string {
  return remembered(pictures, hash, (bytes) => thumbHashToDataURL(bytes));
}

/** The average colour of a photo as CSS, shown when scrolling is too fast for a picture. */
export function thumbhashColour(hash: string): string {
  return remembered(colours, hash, (bytes) => {
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    return `rgb(${Math.round(r * 255)} ${Math.round(g * 255)} ${Math.round(b * 255)})`;
  });
}

function remembered(cache: Map<string, string>, hash: string, make: (bytes: Uint8Array) => string): string {
  const existing = cache.get(hash);
  if (existing !== undefined) return existing;
  // A Map iterates in insertion order: its first key is the oldest.
  const oldest = cache.size >= CACHE_SIZE ? cache.keys().next().value : undefined;
  if (oldest !== undefined) cache.delete(oldest);
  const made = attempt(hash, make);
  cache.set(hash, made);
  return made;
}

/** Empty for a damaged hash: the photo, which is not damaged by that, loads without a placeholder. */
function attempt(hash: string, make: (bytes: Uint8Array) => string): string {
  try {
    const bytes = Uint8Array.from(atob(hash), (character) => character.charCodeAt(0));
    return bytes.length < 5 ? '' : make(bytes);
  } catch {
    return '';
  }
}
