import { open } from 'node:fs/promises';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import type { Received } from './receive.ts';

/** Stores a pdf as sent. Throws `not-a-pdf` for anything else. */
export async function keepDocument(
  { objects }: Pick<Deps, 'objects'>,
  { file }: Pick<Received, 'file'>,
  objectKey: string,
): Promise<void> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
  if (buffer.toString('latin1') !== '%PDF-') throw new Problem('not-a-pdf');
  await objects.putFile(objectKey, file);
}
