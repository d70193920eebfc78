import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { findTextFaults } from '@keepsake/contracts/platform/text-faults';
import type { TextTable } from '@keepsake/contracts/platform/text-tables';
import { lenderOf } from '../../apps/server/src/platform/languages.ts';
import type { Sources } from '../conventions/imports.ts';
import { composeFile } from './compose-file.ts';
import {
  type Area,
  type Entry,
  faultOfPlace,
  fileOf,
  findLanguage,
  type Language,
  listAreas,
  listEntries,
  readTable,
} from './entries.ts';
import { fromShared, toShared } from './notation.ts';
import { FINISHED_STATES, isFinished, isUnfinished, type ReadXliff, type Unit } from './read-xliff.ts';
import { hashOf, isCurrent, readRecord, recordFileOf, type SourceRecord, writeRecord } from './records.ts';
import { unitIdOf } from './write-xliff.ts';

/** Files that change, and how many texts were taken or left because they are not finished. */
export type Taken = {
  changed: Sources;
  taken: number;
  left: number;
  /** A line for each text that has changed and was left. */
  notTaken: string[];
};

/**
 * Takes the translations of a file: the texts in the form of their files, and the English they were made from. Throws a line for each
 * fault, with nothing taken.
 */
export function takeTranslations(files: Sources, folder: string | null, { locale, units }: ReadXliff): Taken {
  const language = findLanguage(locale, folder);
  const entries = listEntries(files, language);
  const byUnit = new Map(entries.map((entry) => [unitIdOf(entry), entry]));
  const record = readRecord(files, language);
  const translated = units.flatMap((unit) => translatedOf(unit, byUnit.get(unit.id), record) ?? []);
  const faults = [
    ...units.flatMap((unit) => faultOfUnit(unit, byUnit.get(unit.id), locale) ?? []),
    ...translated.flatMap((entry) => faultOfPlace(entry) ?? []),
    ...listAreas(files).flatMap((area) => faultsOfArea(files, language, { area, translated })),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return {
    changed: changedFiles(files, language, translated),
    taken: translated.length,
    left: units.length - translated.length,
    notTaken: units.flatMap((unit) => reasonToLeave(unit, byUnit.get(unit.id)) ?? []),
  };
}

/** A finished translation; an old one that came back as it went is not, unless somebody says so. */
function translatedOf({ target, state }: Unit, entry: Entry | undefined, record: SourceRecord): Entry | null {
  if (!entry || target === null || isUnfinished(state)) return null;
  const text = fromShared(target, entry.area.form);
  return isFinished(state) || text !== entry.text || isCurrent(entry, record) ? { ...entry, text } : null;
}

/** Why a translation that somebody wrote is left; null for one that is taken, or is as it went. */
function reasonToLeave({ source, target, state }: Unit, entry: Entry | undefined): string | null {
  if (!entry || target === null || !isUnfinished(state)) return null;
  const isAsBefore = target === source || fromShared(target, entry.area.form) === entry.text;
  return isAsBefore
    ? null
    : `'${unitIdOf(entry)}' was not taken: it has changed, but its state is '${state}' and not one of ${FINISHED_STATES}`;
}

function faultOfUnit({ id, source }: Unit, entry: Entry | undefined, locale: string): string | null {
  if (!entry)
    return /_(zero|one|two|few|many|other)$/.test(id)
      ? `'${id}' is not a text, or a plural form that ${locale} does not have`
      : `'${id}' is not a text`;
  return source === toShared(entry.english, entry.area.form)
    ? null
    : `${entry.file}: '${entry.key}' was translated from another English text; it is now "${entry.english}"`;
}

type AreaOf = { area: Area; translated: readonly Entry[] };

/** What would be displayed wrongly, and plural forms without the others. */
function faultsOfArea(files: Sources, language: Language, { area, translated }: AreaOf): string[] {
  const own = translated.filter((entry) => entry.area.name === area.name);
  const file = fileOf(language, area);
  const english = readTable(files, `${area.source}/${DEFAULT_LOCALE}.json`);
  const table: TextTable = {
    ...readTable(files, file),
    ...Object.fromEntries(own.map(({ key, text = '' }) => [key, text])),
  };
  const lender = lenderOf(language.locale);
  const base = lender === null ? {} : readTable(files, `${area.source}/${lender}.json`);
  const source = { locale: language.locale, english, base, form: area.form };
  const { incomplete, wrong } = findTextFaults(table, source);
  const taken = new Set(own.map(({ key }) => key));
  const bases = new Set(
    own.flatMap(({ key, plural }) => (plural === null ? [] : key.slice(0, -plural.length - 1))),
  );
  return [...wrong.filter(([key]) => taken.has(key)), ...incomplete.filter(([key]) => bases.has(key))].map(
    ([key, fault]) => `${file}: '${key}' ${fault}`,
  );
}

function changedFiles(files: Sources, language: Language, translated: readonly Entry[]): Sources {
  const changed: Sources = new Map();
  for (const area of listAreas(files)) {
    const own = translated.filter((entry) => entry.area.name === area.name);
    const file = fileOf(language, area);
    const english = files.get(`${area.source}/${DEFAULT_LOCALE}.json`) ?? '{}';
    const texts = Object.fromEntries(own.map(({ key, text = '' }) => [key, text]));
    if (own.length > 0) changed.set(file, composeFile(texts, { area, english, existing: files.get(file) }));
  }
  const record: Record<string, string> = { ...readRecord(files, language) };
  for (const entry of translated) if (!isCurrent(entry, record)) record[entry.id] = hashOf(entry.english);
  if (translated.length > 0) changed.set(recordFileOf(language), writeRecord(record));
  return new Map([...changed].filter(([file, text]) => files.get(file) !== text));
}
