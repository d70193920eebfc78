import { open } from 'node:fs/promises';

/** The first bytes of a file, fewer if it is shorter. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
