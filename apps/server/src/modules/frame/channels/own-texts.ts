import { globSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCALES, locale } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { findTextFaults, type TextFaults } from '@keepsake/contracts/platform/text-faults';
import { faultOfLength } from '@keepsake/contracts/platform/text-lengths';
import {
  flattenTexts,
  type NestedTexts,
  SERVER_TEXTS,
  type TextTable,
  textKeysIn,
  WEB_TEXTS,
} from '@keepsake/contracts/platform/text-tables';
import { findClumsyTexts } from '@keepsake/contracts/platform/typography';
import * as z from 'zod';
import { type AreaTexts, lenderOf } from '../../../platform/languages.ts';
import { parseSentJson } from '../../../platform/sent-json.ts';
import { parseStoredJson } from '../../../platform/stored-json.ts';
import { areaOfTexts, readTextTable } from '../../../platform/texts.ts';

/** The area of the web app's texts; `areaOfTexts` names the others. */
export const WEB_AREA = 'web';
const MAX_BYTES = 1_000_000;

const modules = path.resolve(import.meta.dirname, '../..');
const webTexts = path.resolve(import.meta.dirname, '../../../../../web/locales');

export type Fault = { path: (string | number)[]; message: string };
/** An operator's texts: usable ones, faults, and notes worth knowing. */
export type ReadTexts<Texts> = { texts: Texts; faults: Fault[]; notes: string[] };

const builtIn = new Map<string, AreaTexts>();

/** The texts of a built-in language by area; all others are checked against the English ones. */
async function readBuiltIn(language: string): Promise<AreaTexts> {
  const existing = builtIn.get(language);
  if (existing) return existing;
  const tables = globSync(`*/*/texts/${language}.json`, { cwd: modules }).map((file): [string, TextTable] => [
    areaOfTexts(path.resolve(modules, path.dirname(file))),
    readTextTable(path.join(modules, file)),
  ]);
  const web: [string, TextTable] = [WEB_AREA, flattenTexts(await readWebTexts(language))];
  const read = Object.fromEntries([web, ...tables]);
  builtIn.set(language, read);
  return read;
}

/** The web app's texts in a built-in language. */
export async function readWebTexts(language: string): Promise<NestedTexts> {
  const file = path.join(webTexts, `${language}.json`);
  return parseStoredJson(nested, await readFile(file, 'utf8'), `the file of texts ${file}`);
}

const formOf = (area: string) => (area === WEB_AREA ? WEB_TEXTS : SERVER_TEXTS);

/** Faults of a brand's wordings in a language: each must replace an existing text, with the same placeholders. */
export async function checkWordings(wordings: AreaTexts, language: string): Promise<Fault[]> {
  const existing = await readBuiltIn(DEFAULT_LOCALE);
  return Object.entries(wordings).flatMap(([area, table]): Fault[] => {
    const twin = Object.hasOwn(existing, area) ? existing[area] : undefined;
    if (!twin)
      return [
        { path: [area], message: `'${area}' is not an area of texts: ${Object.keys(existing).join(', ')}` },
      ];
    const { unknown, wrong } = findTextFaults(table, { locale: language, english: twin, form: formOf(area) });
    return [
      ...unknown.map((key) => ({ path: [area, key], message: 'there is no such text' })),
      ...[...wrong, ...findLong(area, table)].map(([key, message]) => ({ path: [area, key], message })),
    ];
  });
}

/** Texts that are longer than their places. */
const findLong = (area: string, table: TextTable): [key: string, fault: string][] =>
  Object.entries(table).flatMap(([key, text]): [string, string][] => {
    const fault = faultOfLength(`${area}:${key}`, text);
    return fault === null ? [] : [[key, fault]];
  });

/** Reads a folder of languages: one folder per language, named by its tag, with `web.json` and a file for each module. */
export async function readLanguages(folder: string): Promise<ReadTexts<Map<string, AreaTexts>>> {
  const texts = new Map<string, AreaTexts>();
  const faults: Fault[] = [];
  const notes: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: Error) => error);
  if (entries instanceof Error)
    return { texts, faults: [{ path: [], message: `cannot be read: ${entries.message}` }], notes };
  for (const { name } of entries
    .filter((entry) => entry.isDirectory())
    .sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const fault = faultOfTag(name);
    if (fault) {
      faults.push({ path: [name], message: fault });
      continue;
    }
    const read = await readLanguage(path.join(folder, name));
    texts.set(name, read.texts);
    faults.push(...read.faults.map(within(name)));
  }
  for (const [tag, own] of texts) {
    const checked = await checkLanguage(own, tag, texts);
    faults.push(...checked.faults.map(within(tag)));
    notes.push(...checked.notes);
  }
  return { texts, faults, notes };
}

const within =
  (tag: string) =>
  ({ path: place, message }: Fault): Fault => ({ path: [tag, ...place], message });

function faultOfTag(tag: string): string | null {
  if ((LOCALES as readonly string[]).includes(tag))
    return 'is a language that Keepsake comes with: word it differently by "texts" of a channel';
  return locale.safeParse(tag).success && Intl.getCanonicalLocales(tag)[0] === tag
    ? null
    : 'is not a folder of a language such as da-DK';
}

async function readLanguage(folder: string): Promise<Pick<ReadTexts<AreaTexts>, 'texts' | 'faults'>> {
  const existing = await readBuiltIn(DEFAULT_LOCALE);
  const texts: Record<string, TextTable> = {};
  const faults: Fault[] = [];
  for (const file of (await readdir(folder)).sort()) {
    const area = path.basename(file, '.json');
    if (!file.endsWith('.json') || !Object.hasOwn(existing, area)) {
      faults.push({
        path: [file],
        message: `is not one of the files of texts: ${Object.keys(existing).join('.json, ')}.json`,
      });
      continue;
    }
    const table = await readTable(path.join(folder, file));
    if (typeof table === 'string') faults.push({ path: [file], message: table });
    else texts[area] = table;
  }
  return { texts, faults };
}

type OwnLanguages = ReadonlyMap<string, AreaTexts>;

/** The texts that a language of an installation borrows where it has none: those of its other region, by area. */
async function readLent(tag: string, own: OwnLanguages): Promise<AreaTexts> {
  const lender = lenderOf(tag, [...LOCALES, ...own.keys()]);
  if (lender === null) return {};
  return own.get(lender) ?? readBuiltIn(lender);
}

async function checkLanguage(
  texts: AreaTexts,
  tag: string,
  own: OwnLanguages,
): Promise<Omit<ReadTexts<AreaTexts>, 'texts'>> {
  const lent = await readLent(tag, own);
  const faults: Fault[] = [];
  const notes: string[] = [];
  const counted = { missing: 0, all: 0 };
  for (const [area, english] of Object.entries(await readBuiltIn(DEFAULT_LOCALE))) {
    const source = { locale: tag, english, base: lent[area] ?? {}, form: formOf(area) };
    const table = texts[area] ?? {};
    const found = findTextFaults(table, source);
    const wrong = [...found.wrong, ...found.incomplete, ...findLong(area, table)];
    faults.push(...wrong.map(([key, message]) => ({ path: [`${area}.json`, key], message })));
    const requested = { file: `${tag}/${area}.json`, isThere: Object.hasOwn(texts, area) };
    const clumsy = findClumsyTexts(table, tag);
    notes.push(...notesOn(requested, { ...found, clumsy }));
    counted.missing += found.missing.length;
    counted.all += textKeysIn(tag, english, source.form).length;
  }
  return { faults, notes: [...countOf(tag, counted), ...notes] };
}

/** How many texts a language lacks over all its files, which customers see in English until then. */
function countOf(tag: string, { missing, all }: { missing: number; all: number }): string[] {
  return missing > 0
    ? [
        `${tag} lacks ${missing} of ${all} texts, which its customers read in English until its files have them`,
      ]
    : [];
}

/**
 * Missing or unknown texts do not prevent a start: another version of Keepsake has different ones. Nor do wrong signs, which only look
 * wrong.
 */
function notesOn(
  { file, isThere }: { file: string; isThere: boolean },
  { missing, unknown, clumsy }: TextFaults & { clumsy: readonly string[] },
): string[] {
  const first = (keys: readonly string[]) =>
    keys.slice(0, 10).join(', ') + (keys.length > 10 ? ` and ${keys.length - 10} more` : '');
  return [
    ...(missing.length > 0
      ? [`${file} ${isThere ? 'lacks' : 'is not there and lacks'} ${missing.length} texts: ${first(missing)}`]
      : []),
    ...(unknown.length > 0
      ? [`${file} has ${unknown.length} texts that nothing asks for: ${first(unknown)}`]
      : []),
    ...(clumsy.length > 0
      ? [
          `${file} has ${clumsy.length} texts whose signs or spaces are wrong in its language: ${first(clumsy)}`,
        ]
      : []),
  ];
}

const nested: z.ZodType<NestedTexts> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), nested, z.array(nested)])),
);

async function readTable(file: string): Promise<TextTable | string> {
  try {
    const text = await readFile(file, 'utf8');
    if (text.length > MAX_BYTES) return `is larger than ${MAX_BYTES / 1_000_000} MB`;
    const { data, success } = nested.safeParse(parseSentJson(text));
    return success ? flattenTexts(data) : 'has values that are no texts';
  } catch (error) {
    return `is not valid JSON: ${(error as Error).message}`;
  }
}
