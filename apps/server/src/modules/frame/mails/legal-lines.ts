import type { Locale, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { type Html, html } from '../../../platform/markup.ts';
import { channelOrDefault, companyLinesOf, legalAddressesOf } from '../channels/index.ts';
import { type LegalLines, labelled } from './mail-content.ts';
import { unbroken } from './markup.ts';

const BETWEEN = ' · ';

/** What every mail of a brand ends with: the company that sends it, and links to its legal pages. */
export function legalLinesOf({ id }: Pick<PublicChannel, 'id'>, locale: Locale): LegalLines {
  const channel = channelOrDefault(id);
  const company = companyLinesOf(channel, locale);
  const links = legalAddressesOf(channel, locale);
  const drawn = links.map(({ label, url }) => html`<a href="${url}" style="color:#5d5a55">${label}</a>`);
  return {
    text: [
      ...company,
      ...links.map(({ label, url }) => `${labelled(label, { locale, brandId: id })} ${url}`),
    ].join('\n'),
    markup: html`<p style="margin:16px 0 0">${company.map((line, at) => html`${at > 0 && html`<br>`}${separated(line.split(BETWEEN).map(unbroken))}`)}</p>
${drawn.length > 0 && html`<p style="margin:8px 0 0;line-height:26px">${separated(drawn)}</p>\n`}`,
  };
}

/** Entries with a point between two, at which no line begins. */
const separated = (entries: readonly Html[]): Html =>
  html`${entries.map((entry, at) => html`${at > 0 && '\u00a0· '}${entry}`)}`;
