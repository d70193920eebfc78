/** Larger files are not read for their hash: they would have to be in memory whole. */
const HASHED_BYTES = 32 * 1024 ** 2;

/** SHA-256 of a file in hex; null for a large one, an unreadable one, and where the browser has no means for it. */
export async function hashFile(file: File): Promise<string | null> {
  if (file.size > HASHED_BYTES || !globalThis.crypto?.subtle) return null;
  try {
    const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return null;
  }
}
