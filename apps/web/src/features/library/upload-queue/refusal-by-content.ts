import type { UploadFault } from '@keepsake/contracts/library/phone-transfers';
import { SNIFF_BYTES, sniffFormat } from '@keepsake/contracts/library/photo-format';
import { claimsTooManyPixels } from '@keepsake/contracts/library/photo-pixels';

/** Enough for the size of almost every photo: it stands behind EXIF and, in phones' JPEGs, behind a preview. */
const HEAD_BYTES = 512 * 1024;

/**
 * Why a file cannot become a photo according to its first bytes, whatever its name says; null if they do not say. Bytes without a
 * known signature are left to the server.
 */
export async function refusalByContent(file: Blob): Promise<UploadFault | null> {
  try {
    const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
    if (sniffFormat(head.subarray(0, SNIFF_BYTES)) === 'unsupported') return 'wrong-type';
    return claimsTooManyPixels(head) ? 'too-many-pixels' : null;
  } catch {
    return null; // a file that cannot be read, which is told when it is sent
  }
}
