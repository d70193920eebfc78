/** Addresses remembered: a library's screens many times over. */
const MOST = 4_000;
const shown = new Set<string>();

/** Remembers that the browser has a thumbnail, so that a preview may show it until its own has come. */
export function rememberShown(url: string): void {
  const oldest = shown.size >= MOST ? shown.values().next().value : undefined;
  if (oldest !== undefined) shown.delete(oldest);
  shown.add(url);
}

export const wasShown = (url: string): boolean => shown.has(url);
