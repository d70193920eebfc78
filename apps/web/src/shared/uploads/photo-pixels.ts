import { claimsTooManyPixels } from '@keepsake/contracts';

/** Enough for the size of almost every photo: it stands behind EXIF and, in phones' JPEGs, behind a preview. */
const HEAD_BYTES = 512 * 1024;

/** Whether a file's header says that it has more pixels than a photo may have; false if it says nothing. */
export async function hasTooManyPixels(file: Blob): Promise<boolean> {
  try {
    return claimsTooManyPixels(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()));
  } catch {
    return false; // a file that cannot be read, which is told when it is sent
  }
}
