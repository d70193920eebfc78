import { createHash } from 'node:crypto';
import type { Sources } from '../conventions/imports.ts';
import { type Entry, type Language, parseFile } from './entries.ts';

/** By the id of a text: the hash of the English that its translation was made from, and a reason if it stayed as it was. */
export type SourceRecord = Readonly<Record<string, string>>;

const RECORDED = /^[\da-f]{8}(: \S.*)?$/;

/** Beside the folder of a language that is an installation's own, for its files are one an area. */
export function recordFileOf({ locale, folder }: Language): string {
  return folder === null ? `scripts/texts/sources/${locale}.json` : `${folder}/${locale}.sources.json`;
}

export const readRecord = (files: Sources, language: Language): SourceRecord =>
  parseFile(files, recordFileOf(language));

/** One line a text, in the order of the ids: two branches rarely change the same lines. */
export function writeRecord(record: SourceRecord): string {
  const sorted = Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

export const hashOf = (english: string) => createHash('sha256').update(english).digest('hex').slice(0, 8);

/** Whether a translation was made from today's English. */
export const isCurrent = ({ id, english }: Entry, record: SourceRecord) =>
  recordedHash(record, id) === hashOf(english);

const recordedHash = (record: SourceRecord, id: string) =>
  Object.hasOwn(record, id) ? record[id]?.slice(0, 8) : undefined;

export type RecordFaults = {
  /** Translations of an earlier English. */
  stale: Entry[];
  /** Translations of which nothing says what they were made from. */
  unrecorded: Entry[];
  /** Ids that no text has. */
  superfluous: string[];
  /** Ids whose line is neither a hash nor a hash with a reason. */
  malformed: string[];
};

export function findRecordFaults(entries: readonly Entry[], record: SourceRecord): RecordFaults {
  const translated = entries.filter(({ text }) => text !== undefined);
  const ids = new Set(translated.map(({ id }) => id));
  const malformed = Object.keys(record).filter((id) => !RECORDED.test(String(record[id])));
  return {
    stale: translated.filter(
      (entry) =>
        Object.hasOwn(record, entry.id) && !malformed.includes(entry.id) && !isCurrent(entry, record),
    ),
    unrecorded: translated.filter(({ id }) => !Object.hasOwn(record, id)),
    superfluous: Object.keys(record).filter((id) => !ids.has(id)),
    malformed,
  };
}
