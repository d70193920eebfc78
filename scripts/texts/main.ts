import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import type { Sources } from '../conventions/imports.ts';
import { readSources, readTexts } from '../conventions/sources.ts';
import { findLanguage, type Language, listEntries } from './entries.ts';
import { readXliff } from './read-xliff.ts';
import { findRecordFaults, readRecord, recordFileOf } from './records.ts';
import { renew } from './renew.ts';
import { takeTranslations } from './take-translations.ts';
import { writeXliff } from './write-xliff.ts';

const USAGE = `npm run texts -- stale [LANGUAGE…] [--folder FOLDER]
npm run texts -- renew LANGUAGE[,LANGUAGE…] ID… [--reason "why the translation fits as it is"] [--folder FOLDER]
npm run texts -- export LANGUAGE FILE.xlf [--folder FOLDER]
npm run texts -- import FILE.xlf [--folder FOLDER]

An ID is an area and a key: web:home.title. A language that does not come with Keepsake needs --folder: the folder that
"languages" of a channels file names, with a folder for the language, which is empty at first: FOLDER/da-DK.`;

/** Where the command was typed: npm runs it in the project's folder. */
const inCallersFolder = (file: string) =>
  path.resolve(process.env.INIT_CWD ?? '.', file).replaceAll('\\', '/');

type Options = { reason: string | undefined; folder: string | null };

/** A language whose folder is there: of a mistyped one, every text would be missing. */
function requireLanguage(locale: string, folder: string | null): Language {
  const language = findLanguage(locale, folder);
  if (folder === null) return language;
  if (!isFolder(folder)) throw new Error(`--folder: ${folder} is not a folder`);
  if (!isFolder(`${folder}/${locale}`))
    throw new Error(
      `--folder: ${folder} has no texts of ${locale}, for it has no folder ${locale}: make one to begin the language`,
    );
  return language;
}

const isFolder = (file: string) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;

/** Texts, records, and the files of an installation's own languages. */
function readFiles(folder: string | null): Sources {
  const own = folder === null ? [] : globSync(['*/*.json', '*.sources.json'], { cwd: folder });
  const read = own
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .map((file): [string, string] => [file, readFileSync(file, 'utf8')]);
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
function committed(file: string, folder: string | null): string | null {
  try {
    return execFileSync('git', ['show', `HEAD:./${path.basename(file)}`], {
      cwd: path.dirname(file),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return folder === null ? null : readFileSync(file, 'utf8');
  }
}

const everyLanguage = (folder: string | null): string[] =>
  folder === null
    ? LOCALES.filter((each) => each !== DEFAULT_LOCALE)
    : readdirSync(folder).filter((name) => isFolder(`${folder}/${name}`));

function listStale({ folder }: Options, ...locales: string[]): void {
  const files = readFiles(folder);
  for (const locale of locales.length > 0 ? locales : everyLanguage(folder)) {
    const language = requireLanguage(locale, folder);
    const { stale, unrecorded } = findRecordFaults(listEntries(files, language), readRecord(files, language));
    for (const { id, english, text } of [...stale, ...unrecorded])
      console.log(`${locale} ${id}\n  ${english}\n  ${text}`);
    console.log(`${locale}: ${stale.length + unrecorded.length} to look at (${recordFileOf(language)}).`);
  }
}

function renewEach({ reason, folder }: Options, locales = '', ...ids: string[]): void {
  if (ids.length === 0) throw new Error(USAGE);
  const files = readFiles(folder);
  const given = { ids, reason, committed: (file: string) => committed(file, folder) };
  const changed = locales
    .split(',')
    .flatMap((locale) => [...renew(files, requireLanguage(locale, folder), given)]);
  write(new Map(changed));
}

function exportTo({ folder }: Options, locale = '', file = ''): void {
  if (file === '') throw new Error(USAGE);
  const language = requireLanguage(locale, folder);
  write(new Map([[inCallersFolder(file), writeXliff(readFiles(folder), language, readSources())]]));
}

function importFrom({ folder }: Options, file = ''): void {
  if (file === '') throw new Error(USAGE);
  try {
    const xliff = readXliff(readFileSync(inCallersFolder(file), 'utf8'));
    requireLanguage(xliff.locale, folder);
    const { changed, taken, left, notTaken } = takeTranslations(readFiles(folder), folder, xliff);
    write(changed);
    for (const line of notTaken) console.log(line);
    console.log(`${taken} translations taken, ${left} not finished.`);
  } catch (error) {
    throw new Error(`${file}: nothing was taken\n${(error as Error).message}`);
  }
}

const COMMANDS: Readonly<Record<string, (options: Options, ...args: string[]) => void>> = {
  stale: listStale,
  renew: renewEach,
  export: exportTo,
  import: importFrom,
};

function runCommand(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      folder: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command = '', ...args] = positionals;
  if (values.help === true) {
    console.log(USAGE);
    return;
  }
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  if (!run) throw new Error(USAGE);
  const folder = values.folder === undefined ? null : inCallersFolder(values.folder);
  run({ reason: values.reason, folder }, ...args);
}

try {
  runCommand();
} catch (error) {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  console.error(code.startsWith('ERR_PARSE_ARGS') ? `${message}\n\n${USAGE}` : message);
  process.exitCode = 1;
}
