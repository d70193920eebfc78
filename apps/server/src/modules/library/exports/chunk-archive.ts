import { type ArchiveEntry, contentEntry } from '../../../platform/archive/archive-entry.ts';
import { dateInSentence } from '../../../platform/texts.ts';
import type { Original } from '../photos/index.ts';
import type { Absence, ChunkEntry, Lost } from './chunk-store.ts';
import type { ExportRow } from './store.ts';
import { type Translate, textsOf } from './texts.ts';

/** What a zip needs to know about an existing photo. */
export type Source = Pick<Original, 'bytes' | 'crc32' | 'sha256' | 'objectKey' | 'isDamaged'>;

type Chunk = {
  row: Pick<ExportRow, 'id' | 'created_at' | 'locale' | 'channel'>;
  /** Counted from 0. */
  iteration: number;
  entries: readonly ChunkEntry[];
  /** By photo; photos without a source were deleted. */
  sources: ReadonlyMap<string, Source>;
  lost?: Lost;
};

type Included = { entry: ChunkEntry; bytes: number; sha256: Buffer };
type Excluded = { entry: ChunkEntry; reason: Absence };
type Manifest = Pick<Chunk, 'row' | 'iteration'> & {
  included: readonly Included[];
  excluded: readonly Excluded[];
};

/** The files of a zip in order: the list for people, the list for programs, then the photos. */
export function archiveOfChunk({ row, iteration, entries, sources, lost = {} }: Chunk): ArchiveEntry[] {
  const included: (Included & { file: ArchiveEntry })[] = [];
  const excluded: Excluded[] = [];
  for (const entry of entries) {
    const source = sources.get(entry.photoId);
    const reason = source ? (lost[entry.photoId] ?? damageOf(source)) : 'deleted';
    if (source && !reason) included.push({ entry, ...source, file: fileOf(entry, source) });
    else excluded.push({ entry, reason: reason ?? 'deleted' });
  }
  const manifest = { row, iteration, included, excluded };
  const modifiedAt = row.created_at.toISOString().slice(0, 19);
  const part = iteration + 1;
  const textName = textsOf(row)('file.contents', { part });
  return [
    contentEntry({ modifiedAt, name: textName, content: Buffer.from(textManifest(manifest)) }),
    contentEntry({
      modifiedAt,
      name: `manifest-${part}.json`,
      content: Buffer.from(jsonManifest(manifest)),
    }),
    ...included.map(({ file }) => file),
  ];
}

/** Damage known before the file is opened. */
export const damageOf = ({ isDamaged }: Source) => (isDamaged ? ('damaged' as const) : undefined);

function fileOf({ path, modifiedAt }: ChunkEntry, { bytes, crc32, objectKey }: Source): ArchiveEntry {
  return { name: path, bytes, crc32, modifiedAt, source: { key: objectKey } };
}

/** Lower bound of what a photo takes in both lists, in bytes. */
export function manifestBytes(photo: Included): number {
  const { entry } = photo;
  const lines = [jsonLine(photo), checksumLine(photo), ...(isInMore(entry) ? [albumsLine(entry)] : [])];
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 2, 0);
}

/** The list for programs: a JSON object with one line per photo. */
function jsonManifest({ row, iteration, included, excluded }: Manifest): string {
  const details = { export: row.id, part: iteration + 1, created: row.created_at.toISOString() };
  const head = JSON.stringify({ format: 'keepsake-export-1', ...details }).slice(0, -1);
  const missing = excluded.map(({ entry, reason }) => JSON.stringify({ file: entry.path, reason }));
  return `${head},\n"photos":[\n${included.map(jsonLine).join(',\n')}\n],\n"notIncluded":[\n${missing.join(',\n')}\n]}\n`;
}

function jsonLine({
  entry: { path, takenAt, recordedAt, albums, isFavourite, caption },
  bytes,
  sha256,
}: Included): string {
  const details = { taken: takenAt, takenByFile: recordedAt, albums, favourite: isFavourite, caption };
  return JSON.stringify({ file: path, bytes, sha256: sha256.toString('hex'), ...details });
}

/** The list for people, in their language. `sha256sum --check` reads the lines with checksums and skips the others. */
function textManifest({ row, iteration, included, excluded }: Manifest): string {
  const t = textsOf(row);
  const date = dateInSentence(row.created_at, row.locale);
  const inMoreAlbums = included.map(({ entry }) => entry).filter(isInMore);
  return [
    t('contents.title', { part: iteration + 1, date }),
    t('contents.albums', { folder: t('folder.albums') }),
    ...section(
      t('contents.notIncluded', { count: excluded.length }),
      excluded.map((one) => excludedLine(t, one)),
    ),
    ...section(t('contents.moreAlbums'), inMoreAlbums.map(albumsLine)),
    ...section(t('contents.photos', { count: included.length }), included.map(checksumLine)),
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [title, `${lines.join('\n')}\n`] : [];
}

const excludedLine = (t: Translate, { entry, reason }: Excluded) =>
  `- ${entry.path}: ${t(`absent.${reason}`)}`;
const isInMore = ({ albums = [] }: ChunkEntry) => albums.length > 1;
const albumsLine = ({ path, albums = [] }: ChunkEntry) => `- ${path}: ${albums.join(' · ')}`;
const checksumLine = ({ entry, sha256 }: Included) => `${sha256.toString('hex')}  ${entry.path}`;
