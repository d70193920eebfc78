import { LEGAL_PAGES, type LegalPageKind } from '@keepsake/contracts/frame/configuration';
import { COUNTRY_LAWS, type CountryLaw } from '../legal/index.ts';
import type { Channel } from './channels-file.ts';

const ADVICE = 'For a lawyer: ';

/** Lines for an operator about legal pages that a brand lacks, or that nobody has approved, with the law that wants them. */
export function legalAdviceOn(channel: Channel): string[] {
  const { name, country, legal } = channel;
  const unknown = [...new Set([legal.address.country, country])].filter((each) => !COUNTRY_LAWS[each]);
  return [
    ...unknown.map((each) => `what the law of ${each} wants to be seen of ${name} is not known here`),
    ...LEGAL_PAGES.flatMap((kind) => adviceOn(channel, kind)),
    ...(legal.contact.phone
      ? []
      : [
          `${name} has no legal.contact.phone, which article 6 of directive 2011/83/EU wants before a contract`,
        ]),
  ].map((line) => `${ADVICE}${line}.`);
}

function adviceOn(channel: Channel, kind: LegalPageKind): string[] {
  const { name, locale, legalPages } = channel;
  const duty = lawOf(channel, kind)?.[kind];
  const because = duty ? `: by ${duty.law} it has to say ${duty.says} (${duty.source})` : '';
  const pages = legalPages[kind];
  if (!pages?.has(locale)) return duty ? [`${name} has no legalPages.${kind} in ${locale}${because}`] : [];
  return [...pages].flatMap(([language, page]) =>
    'text' in page && !page.approved
      ? [`legalPages.${kind} of ${name} in ${language} is not yet approved by anybody${because}`]
      : [],
  );
}

/** A company is presented as the law of its seat wants; everything else as that of its customers does. */
const lawOf = ({ country, legal }: Channel, kind: LegalPageKind): CountryLaw | undefined =>
  COUNTRY_LAWS[kind === 'imprint' ? legal.address.country : country];
