import { LOCALES } from '@keepsake/contracts/frame/configuration';
import { lenderOf, type OwnTexts } from '../../../platform/languages.ts';
import type { ReadFile } from '../../../platform/operator-file.ts';
import { type Channel, readChannelsFile } from './channels-file.ts';
import { legalAdviceOn } from './legal-advice.ts';

/** How a line begins that is no fault, and how one that somebody else must judge. */
export const NOTE = 'Note: ';
const ADVICE = 'For a tax adviser: ';

/** What an operator is told about a file without faults: its content, and what may be unintended. */
export async function checkChannels(file: string): Promise<ReadFile<string[]>> {
  const { value, faults } = await readChannelsFile(file);
  if (faults) return { faults };
  const { channels, texts, notes } = value;
  const names = channels.map(({ name, hosts, locale }) => `${name} at ${hosts[0]} in ${locale}`);
  const more =
    texts.languages.size > 0
      ? `; languages of its own: ${[...texts.languages.keys()].map((tag) => describeLanguage(tag, texts)).join(', ')}`
      : '';
  return {
    value: [
      `all well. ${names.join(', ')}${more}.`,
      ...notes.map((note) => `${NOTE}${note}.`),
      ...channels.flatMap(adviceOn),
      ...channels.flatMap(legalAdviceOn),
    ],
  };
}

/** 'de-DE (11 texts, all others of de-AT)'. */
function describeLanguage(tag: string, { languages }: OwnTexts): string {
  const lender = lenderOf(tag, [...LOCALES, ...languages.keys()]);
  const texts = Object.values(languages.get(tag) ?? {}).flatMap((table) => Object.keys(table));
  return lender === null ? tag : `${tag} (${texts.length} texts, all others of ${lender})`;
}

/** What the law of a seller's country may want of invoices, and Keepsake does not ensure. */
const NATIONAL: Readonly<Record<string, string>> = {
  AT: 'above 10,000 euros an invoice names the VAT ID of its buyer (§ 11 UStG), which is on it only if the order has buyerVatId',
  FR: 'an open invoice names the penalties for late payment, the 40 euros for recovery and the discount for early payment (articles L441-9 and D441-5 of the code de commerce), which are not on it',
};

function adviceOn({ name, legal }: Channel): string[] {
  if (legal.invoices !== 'issue') return [];
  const national = NATIONAL[legal.vatId.slice(0, 2)] ?? 'nothing is known here of the laws of its country';
  return [
    `${ADVICE}invoices of ${name} are issued here. Their words for supplies free of VAT need a look, and ${national}.`,
  ];
}
