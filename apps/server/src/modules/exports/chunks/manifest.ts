import { dateInSentence } from '../../../platform/texts/date-in-sentence.ts';
import type { Absence, ExportRow, KeptEntry } from '../export-row.ts';
import { type Translate, translator } from '../texts/texts.ts';

/** What is known of a photo that is in the zip. */
export type Included = { entry: KeptEntry; bytes: number; sha256: Buffer };
export type Excluded = { entry: KeptEntry; reason: Absence };

export type Manifest = {
  row: Pick<ExportRow, 'id' | 'created_at' | 'locale'>;
  /** Counted from 0. */
  iteration: number;
  included: readonly Included[];
  excluded: readonly Excluded[];
};

/** What is in a zip, for programs: an object of JSON with a line for each photo. */
export function jsonManifest({ row, iteration, included, excluded }: Manifest): string {
  const facts = { export: row.id, part: iteration + 1, created: row.created_at.toISOString() };
  const head = JSON.stringify({ format: 'keepsake-export-1', ...facts }).slice(0, -1);
  const missing = excluded.map(({ entry, reason }) => JSON.stringify({ file: entry.path, reason }));
  return `${head},\n"photos":[\n${included.map(jsonLine).join(',\n')}\n],\n"notIncluded":[\n${missing.join(',\n')}\n]}\n`;
}

function jsonLine({ entry: { path, takenAt, albums }, bytes, sha256 }: Included): string {
  return JSON.stringify({ file: path, bytes, sha256: sha256.toString('hex'), taken: takenAt, albums });
}

/**
 * What is in a zip, for people and in their language. The lines with checksums are those that `sha256sum --check` reads,
 * which passes over all others.
 */
export function textManifest({ row, iteration, included, excluded }: Manifest): string {
  const t = translator(row.locale);
  const part = iteration + 1;
  const created = dateInSentence(row.created_at, row.locale);
  return [
    t('contents.title', { part, date: created }),
    t('contents.albums', { folder: t('folder.albums') }),
    ...section(
      t('contents.notIncluded', { count: excluded.length }),
      excluded.map((one) => excludedLine(t, one)),
    ),
    ...section(
      t('contents.moreAlbums'),
      included.filter(({ entry }) => isInMore(entry)).map(({ entry }) => albumsLine(entry)),
    ),
    ...section(t('contents.photos', { count: included.length }), included.map(checksumLine)),
  ].join('\n\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [title, `${lines.join('\n')}\n`] : [];
}

const excludedLine = (t: Translate, { entry, reason }: Excluded) =>
  `- ${entry.path}: ${t(`absent.${reason}`)}`;
const isInMore = ({ albums = [] }: KeptEntry) => albums.length > 1;
const albumsLine = ({ path, albums = [] }: KeptEntry) => `- ${path}: ${albums.join(' · ')}`;
const checksumLine = ({ entry, sha256 }: Included) => `${sha256.toString('hex')}  ${entry.path}`;

/** At least what a photo takes in both lists, in bytes. */
export function manifestBytes(photo: Included): number {
  const { entry } = photo;
  const lines = [jsonLine(photo), checksumLine(photo), ...(isInMore(entry) ? [albumsLine(entry)] : [])];
  return lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 2, 0);
}
