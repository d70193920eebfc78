import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import type { Sources } from '../conventions/imports.ts';
import { readSources, readTexts } from '../conventions/sources.ts';
import { findLanguage, listEntries } from './entries.ts';
import { readXliff } from './read-xliff.ts';
import { findRecordFaults, readRecord, recordFileOf } from './records.ts';
import { renew } from './renew.ts';
import { takeTranslations } from './take-translations.ts';
import { writeXliff } from './write-xliff.ts';

const USAGE = `npm run texts -- stale [LANGUAGE]
npm run texts -- renew LANGUAGE[,LANGUAGE…] ID… [--reason "why the translation fits as it is"]
npm run texts -- export LANGUAGE FILE.xlf
npm run texts -- import FILE.xlf

An ID is an area and a key: web:home.title. With --folder FOLDER, the folder that "languages" of a channels file names, the
language is an installation's own.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { reason: { type: 'string' }, folder: { type: 'string' } },
});
const [command, ...args] = positionals;
const folder =
  values.folder === undefined ? null : path.join(values.folder, '.').replaceAll('\\', '/').replace(/\/$/, '');

/** Texts, records, and the files of an installation's own languages. */
function readFiles(): Sources {
  const own = folder === null ? [] : globSync([`${folder}/*/*.json`, `${folder}/*.sources.json`]);
  const read = own.map((file): [string, string] => [file.replaceAll('\\', '/'), readFileSync(file, 'utf8')]);
  return new Map([...readTexts(), ...read]);
}

function write(changed: Sources): void {
  for (const [file, text] of changed) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`wrote ${file}`);
  }
}

/** A file as of the last commit. Outside a repository nothing tells whether a text has changed: it counts as the same. */
function committed(file: string): string | null {
  try {
    return execFileSync('git', ['show', `HEAD:${file}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return folder === null ? null : readFileSync(file, 'utf8');
  }
}

function listStale(...locales: string[]): void {
  const files = readFiles();
  for (const locale of locales.length > 0 ? locales : LOCALES.filter((each) => each !== DEFAULT_LOCALE)) {
    const language = findLanguage(locale, folder);
    const { stale, unrecorded } = findRecordFaults(listEntries(files, language), readRecord(files, language));
    for (const { id, english, text } of [...stale, ...unrecorded])
      console.log(`${locale} ${id}\n  ${english}\n  ${text}`);
    console.log(`${locale}: ${stale.length + unrecorded.length} to look at (${recordFileOf(language)}).`);
  }
}

function renewEach(locales = '', ...ids: string[]): void {
  if (ids.length === 0) throw new Error(USAGE);
  const files = readFiles();
  const given = { ids, reason: values.reason, committed };
  const changed = locales
    .split(',')
    .flatMap((locale) => [...renew(files, findLanguage(locale, folder), given)]);
  write(new Map(changed));
}

function exportTo(locale = '', file = ''): void {
  if (file === '') throw new Error(USAGE);
  write(new Map([[file, writeXliff(readFiles(), findLanguage(locale, folder), readSources())]]));
}

function importFrom(file = ''): void {
  if (file === '') throw new Error(USAGE);
  try {
    const { changed, taken, left } = takeTranslations(
      readFiles(),
      folder,
      readXliff(readFileSync(file, 'utf8')),
    );
    write(changed);
    console.log(`${taken} translations taken, ${left} not finished.`);
  } catch (error) {
    throw new Error(`${file}: nothing was taken\n${(error as Error).message}`);
  }
}

const COMMANDS: Readonly<Record<string, (...args: string[]) => void>> = {
  stale: listStale,
  renew: renewEach,
  export: exportTo,
  import: importFrom,
};
try {
  const run = Object.hasOwn(COMMANDS, command ?? '') ? COMMANDS[command ?? ''] : undefined;
  if (!run) throw new Error(USAGE);
  run(...args);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
