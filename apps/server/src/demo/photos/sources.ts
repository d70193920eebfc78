import { fileURLToPath } from 'node:url';
import { colourSources } from './colour-sources.ts';
import { printSources } from './print-sources.ts';
import type { Source } from './source.ts';

type PrintId = keyof typeof printSources;
export type SourceId = keyof typeof colourSources | PrintId;

export const sources: Record<SourceId, Source> = { ...colourSources, ...printSources };

/** In the order in which the album is scanned. */
export const albumSources = [
  'nagasaki-boats',
  'march-pastoral',
  'dust-bowl-home',
  'black-canyon',
  'french-alpine-landscape',
  'airplane-from-above',
  'allium-oreophilum',
  'acanthus-mollis',
  'locomotion-house-cat',
] as const satisfies readonly PrintId[];

export function sourcePath(id: SourceId): string {
  return fileURLToPath(new URL(`./sources/${id}.jpg`, import.meta.url));
}
