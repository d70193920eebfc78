import { flattenTexts } from '@keepsake/contracts/platform/text-tables';
import type { Sources } from '../conventions/imports.ts';
import { type Entry, type Language, listEntries } from './entries.ts';
import { hashOf, isCurrent, readRecord, recordFileOf, writeRecord } from './records.ts';

type Given = {
  ids: readonly string[];
  /** Why a translation fits the new English as it is. */
  reason: string | undefined;
  /** A file as of the last commit; null if that has none. */
  committed: (file: string) => string | null;
};

/**
 * Records that single translations were made from today's English, and returns the changed file. Each has changed since the last
 * commit, or there is a reason. Ids of texts that are gone are forgotten. Throws a line for each that is refused, with nothing done.
 */
export function renew(files: Sources, language: Language, { ids, reason, committed }: Given): Sources {
  const entries = new Map(listEntries(files, language).map((entry) => [entry.id, entry]));
  const record: Record<string, string> = { ...readRecord(files, language) };
  const refused = ids.flatMap((id) => {
    const entry = entries.get(id);
    if (!entry) return Object.hasOwn(record, id) ? [] : [`'${id}' is not a text of ${language.locale}`];
    if (entry.text === undefined) return [`${entry.file}: '${entry.key}' has no translation`];
    const isExcused = isCurrent(entry, record) || reason !== undefined || hasChanged(entry, committed);
    return isExcused
      ? []
      : [`${entry.file}: '${entry.key}' has not changed: translate "${entry.english}" or give --reason`];
  });
  if (refused.length > 0) throw new Error(refused.join('\n'));
  for (const id of ids) {
    const entry = entries.get(id);
    if (!entry) delete record[id];
    else if (!isCurrent(entry, record))
      record[id] = lineOf(entry, hasChanged(entry, committed) ? undefined : reason);
  }
  const file = recordFileOf(language);
  const text = writeRecord(record);
  return text === files.get(file) ? new Map() : new Map([[file, text]]);
}

const lineOf = ({ english }: Entry, reason: string | undefined) =>
  reason === undefined ? hashOf(english) : `${hashOf(english)}: ${reason.replace(/\s+/g, ' ').trim()}`;

function hasChanged({ file, key, text }: Entry, committed: Given['committed']): boolean {
  const before = committed(file);
  return before === null || flattenTexts(JSON.parse(before))[key] !== text;
}
