import { LOCALES, locale as localeSchema } from '@keepsake/contracts/frame/configuration';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { faultOfLength } from '@keepsake/contracts/platform/text-lengths';
import {
  flattenTexts,
  SERVER_TEXTS,
  type TextForm,
  type TextTable,
  textKeysIn,
  WEB_TEXTS,
} from '@keepsake/contracts/platform/text-tables';
import { areaOfTexts } from '../../apps/server/src/platform/texts.ts';
import type { Sources } from '../conventions/imports.ts';

/** A language with a folder is an installation's own, laid out as `languages` of a channels file is; the others come with Keepsake. */
export type Language = { locale: string; folder: string | null };
/** A place of texts: the web app or a module, as operators call it. */
export type Area = { name: string; source: string; form: TextForm };
/** A text as a language should have it, plural forms of its own included. */
export type Entry = {
  /** `web:home.title`: in all commands, records and files for translators. */
  id: string;
  key: string;
  area: Area;
  file: string;
  /** Today's English; of `other` where English lacks the plural form. */
  english: string;
  text: string | undefined;
  /** The plural form that it is, such as `one`; null for all other texts. */
  plural: string | null;
};

const ENGLISH_FILE = new RegExp(
  `^apps/(?:web/locales|server/src/modules/[\\w-]+/[\\w-]+/texts)/${DEFAULT_LOCALE}\\.json$`,
);
const FORM = /(?<=[_.])(zero|one|two|few|many|other)$/;

/** A translation of Keepsake's, or with a folder one of an installation's. Throws a sentence if it is the other, or no language. */
export function findLanguage(locale: string, folder: string | null): Language {
  const isTag = localeSchema.safeParse(locale).success && Intl.getCanonicalLocales(locale)[0] === locale;
  if (!isTag || locale === DEFAULT_LOCALE) throw new Error(`'${locale}' is not a language of translations`);
  const isBuiltIn = LOCALES.some((each) => each === locale);
  if (isBuiltIn && folder !== null) throw new Error(`${locale} comes with Keepsake: leave out --folder`);
  if (!isBuiltIn && folder === null) throw new Error(`${locale} needs --folder, where languages are`);
  return { locale, folder };
}

/** Every area that has English texts. */
export function listAreas(files: Sources): Area[] {
  return [...files.keys()]
    .filter((file) => ENGLISH_FILE.test(file))
    .map((file) => {
      const source = file.slice(0, file.lastIndexOf('/'));
      const isWeb = source === 'apps/web/locales';
      const name = isWeb ? 'web' : areaOfTexts(source);
      return { name, source, form: isWeb ? WEB_TEXTS : SERVER_TEXTS };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Where a language has the texts of an area. */
export function fileOf({ locale, folder }: Language, { name, source }: Area): string {
  return folder === null ? `${source}/${locale}.json` : `${folder}/${locale}/${name}.json`;
}

/** The JSON of a file; of one that is not there, nothing. Throws a sentence that names the file if it is broken. */
export function parseFile<Content extends object>(files: Sources, file: string): Content {
  let content: Content | null;
  try {
    content = JSON.parse(files.get(file) ?? '{}');
  } catch (error) {
    throw new Error(`${file} is not valid JSON: ${(error as Error).message}`);
  }
  if (typeof content !== 'object' || content === null) throw new Error(`${file} has no texts by key`);
  return content;
}

export function readTable(files: Sources, file: string): TextTable {
  return flattenTexts(parseFile(files, file));
}

/** Says that a text is longer than its place; null if it fits. */
export function faultOfPlace({ id, file, key, text = '' }: Entry): string | null {
  const fault = faultOfLength(id, text);
  return fault === null ? null : `${file}: '${key}' ${fault}`;
}

/** What a language should have, in the order of the English files. */
export function listEntries(files: Sources, language: Language): Entry[] {
  return listAreas(files).flatMap((area) => {
    const english = readTable(files, `${area.source}/${DEFAULT_LOCALE}.json`);
    const file = fileOf(language, area);
    const table = readTable(files, file);
    return textKeysIn(language.locale, english, area.form).map((key) => {
      const one = key.replace(FORM, 'one');
      const other = key.replace(FORM, 'other');
      const isPlural = FORM.test(key) && one in english && other in english;
      return {
        id: `${area.name}:${key}`,
        key,
        area,
        file,
        english: english[key] ?? english[other] ?? '',
        text: table[key],
        plural: isPlural ? (FORM.exec(key)?.[0] ?? null) : null,
      };
    });
  });
}
