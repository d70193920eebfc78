import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LegalPageKind } from '@keepsake/contracts/frame/configuration';
import type { GivenLegalPages, LegalPage, LegalPages } from './legal-pages.ts';
import { type LegalValues, parseLegalText } from './legal-text.ts';

/** Terms of a hundred pages have 300 kB. */
const MAX_BYTES = 500_000;

export type LegalFault = { path: string[]; message: string };

type Reading = {
  /** Where the files are. */
  folder: string;
  /** What texts in a language may name in braces. */
  valuesIn(language: string): LegalValues;
};

/** Reads the texts of a brand's legal pages: all of them, and a line for each fault. */
export async function readLegalPages(
  given: GivenLegalPages,
  reading: Reading,
): Promise<{ pages: LegalPages; faults: LegalFault[] }> {
  const faults: LegalFault[] = [];
  const pages: LegalPages = {};
  for (const [kind, byLanguage = {}] of Object.entries(given) as [LegalPageKind, Places | undefined][]) {
    const read = new Map<string, LegalPage>();
    for (const [language, place] of Object.entries(byLanguage)) {
      const page = await readPage(place, language, reading);
      if ('faults' in page)
        faults.push(...page.faults.map((message) => ({ path: [kind, language, 'file'], message })));
      else read.set(language, page);
    }
    if (read.size > 0) pages[kind] = read;
  }
  return { pages, faults };
}

type Places = NonNullable<GivenLegalPages[LegalPageKind]>;

async function readPage(
  { url, file = '', approved }: Places[string],
  language: string,
  { folder, valuesIn }: Reading,
): Promise<LegalPage | { faults: string[] }> {
  if (url !== undefined) return { url };
  const source = await readFile(path.join(folder, file)).catch((error: NodeJS.ErrnoException) => error);
  if (source instanceof Error) {
    const reason = source.code === 'ENOENT' ? 'is not there' : `cannot be read: ${source.message}`;
    return { faults: [`${file} ${reason}`] };
  }
  if (source.length > MAX_BYTES) return { faults: [`${file} is larger than ${MAX_BYTES / 1_000} kB`] };
  const text = parseLegalText(source.toString('utf8'), valuesIn(language));
  return 'faults' in text
    ? { faults: text.faults.map((fault) => `${file} ${fault}`) }
    : { text, approved: approved ?? null };
}
