import { LEGAL_PAGES, type LegalPageKind } from '@keepsake/contracts/frame/configuration';
import * as z from 'zod';
import { languageTag } from '../../../platform/operator-fields.ts';
import { createTexts } from '../../../platform/texts.ts';
import type { LegalText } from './legal-text.ts';
import type enGB from './texts/en-GB.json';

/** Names of legal pages, and what stands beside them. */
export const legalTextsFor = createTexts<typeof enGB>(new URL('./texts/', import.meta.url));

const NO_ADDRESS = { error: 'is not an address: it must start with https://' };
const address = z
  .string()
  .max(2_000)
  .regex(/^https:\/\/[^\s/]\S*$/, NO_ADDRESS)
  .refine((given) => URL.canParse(given), NO_ADDRESS);

/** A file beside the channels file, or in a subfolder. */
const textFile = z
  .string()
  .max(200)
  .regex(/^(?!\/)(?!.*(^|\/)\.\.?(\/|$))[\w./-]+\.md$/, {
    error: 'is no .md file in the folder of the channels file',
  });

/** Who answers for a text, and since when. */
const approval = z.strictObject({
  by: z.string().trim().min(1).max(200),
  on: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .refine((day) => z.iso.date().safeParse(day).success, { error: 'is not a day such as 2026-11-28' }),
});

/** Where a legal page is in one language: an address of the retailer's, or a text that Keepsake shows. */
const place = z
  .strictObject({ url: address.optional(), file: textFile.optional(), approved: approval.optional() })
  .refine(({ url, file }) => (url === undefined) !== (file === undefined), {
    error: 'has either "url" or "file"',
  })
  .refine(({ file, approved }) => file !== undefined || approved === undefined, {
    path: ['approved'],
    error: 'is for a text of your own: what is approved at an address is said there',
  });

/** The legal pages of a brand, each by language. */
export const legalPages = z.strictObject(
  Object.fromEntries(LEGAL_PAGES.map((kind) => [kind, z.record(languageTag, place).optional()])) as Record<
    LegalPageKind,
    z.ZodOptional<z.ZodRecord<typeof languageTag, typeof place>>
  >,
);

/** Legal pages as an operator writes them. */
export type GivenLegalPages = z.output<typeof legalPages>;

/** `approved` is null until the retailer says who approved the text. */
export type LegalPage = { url: string } | { text: LegalText; approved: { by: string; on: string } | null };

/** The legal pages of a brand with their texts, by language. */
export type LegalPages = Partial<Record<LegalPageKind, ReadonlyMap<string, LegalPage>>>;

type Wanted = { kind: LegalPageKind; language: string; locale: string };

/**
 * A legal page in a language, else in a variety of it, else in the brand's own language, with the language found; null if the
 * brand has no such page.
 */
export function findLegalPage(
  pages: LegalPages,
  { kind, language, locale }: Wanted,
): { page: LegalPage; language: string } | null {
  const byLanguage = pages[kind] ?? new Map<string, LegalPage>();
  const [spoken] = language.split('-');
  const variety = [...byLanguage.keys()].find((each) => each.split('-')[0] === spoken);
  const [first] = byLanguage.keys();
  const found = [language, variety, locale, first].find((each) => each && byLanguage.has(each));
  const page = found && byLanguage.get(found);
  return page ? { page, language: found } : null;
}
