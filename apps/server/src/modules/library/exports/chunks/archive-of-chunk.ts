import { type ArchiveEntry, contentEntry } from '../../../../platform/archive/archive-entry.ts';
import type { Original } from '../../photos/index.ts';
import type { ExportRow, KeptEntry, Lost } from '../export-row.ts';
import { translator } from '../texts/texts.ts';
import { type Excluded, type Included, jsonManifest, textManifest } from './manifest.ts';

/** What a zip needs to know of a photo that is there. */
export type Source = Pick<Original, 'bytes' | 'crc32' | 'sha256' | 'objectKey'>;

type Chunk = {
  row: Pick<ExportRow, 'id' | 'created_at' | 'locale'>;
  iteration: number;
  entries: readonly KeptEntry[];
  /** By photo; one that is not there was deleted. */
  sources: ReadonlyMap<string, Source>;
  lost?: Lost;
};

/** A zip's files in their order: both lists of what is in it, and of what is not, then the photos. */
export function archiveOfChunk({ row, iteration, entries, sources, lost = {} }: Chunk): ArchiveEntry[] {
  const included: (Included & { file: ArchiveEntry })[] = [];
  const excluded: Excluded[] = [];
  for (const entry of entries) {
    const source = sources.get(entry.photoId);
    const reason = source ? lost[entry.photoId] : 'deleted';
    if (source && !reason) included.push({ entry, ...source, file: fileOf(entry, source) });
    else excluded.push({ entry, reason: reason ?? 'deleted' });
  }
  const t = translator(row.locale);
  const manifest = { row, iteration, included, excluded };
  const made = { modifiedAt: row.created_at.toISOString().slice(0, 19) };
  const part = iteration + 1;
  return [
    contentEntry({
      ...made,
      name: t('file.contents', { part }),
      content: Buffer.from(textManifest(manifest)),
    }),
    contentEntry({ ...made, name: `manifest-${part}.json`, content: Buffer.from(jsonManifest(manifest)) }),
    ...included.map(({ file }) => file),
  ];
}

function fileOf({ path, modifiedAt }: KeptEntry, { bytes, crc32, objectKey }: Source): ArchiveEntry {
  return { name: path, bytes, crc32, modifiedAt, source: { key: objectKey } };
}
