import { open } from 'node:fs/promises';
import { dateFromFileName } from '../../../../platform/images/date-from-file-name.ts';
import type { ImageFormat } from '../../../../platform/images/image.ts';
import { JPEG_HEAD_BYTES, readJpegHeadDate } from '../../../../platform/images/read-date-taken.ts';
import { sniffFormat } from '../../../../platform/images/sniff-format.ts';

export type Inspection = {
  /** Null when the file is no photo that we take. */
  format: ImageFormat | null;
  takenAt: string | null;
  takenOffsetMinutes: number | null;
};

/** Format and date of a file by its beginning, the date else by its name; the decode that follows has the last word. */
export async function inspectFile(
  file: string,
  { fileName, now }: { fileName: string; now: Date },
): Promise<Inspection> {
  const head = await readHead(file);
  const sniffed = sniffFormat(head);
  const format = sniffed === 'unsupported' || sniffed === 'unknown' ? null : sniffed;
  const taken = format === 'jpeg' ? readJpegHeadDate(head, now) : null;
  if (taken?.takenAt) return { format, ...taken };
  return { format, takenAt: dateFromFileName(fileName, now), takenOffsetMinutes: null };
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const head = Buffer.allocUnsafe(JPEG_HEAD_BYTES);
    const { bytesRead } = await handle.read(head, 0, head.length, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
