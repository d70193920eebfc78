import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { type Html, html } from '../../../platform/markup.ts';
import { channelOrDefault, companyLinesOf, legalAddressesOf } from '../channels/index.ts';

export type LegalLines = { text: string; markup: Html };

/** What every mail of a brand ends with: the company that sends it, and links to its legal pages. */
export function legalLinesOf({ id }: Pick<PublicChannel, 'id'>, language: string): LegalLines {
  const channel = channelOrDefault(id);
  const company = companyLinesOf(channel, language);
  const links = legalAddressesOf(channel, language);
  const drawn = links.map(
    ({ label, url }, at) => html`${at > 0 && ' · '}<a href="${url}" style="color:#5d5a55">${label}</a>`,
  );
  return {
    text: [...company, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
    markup: html`<p style="margin:16px 0 0">${company.map((line, at) => html`${at > 0 && html`<br>`}${line}`)}</p>
${drawn.length > 0 && html`<p style="margin:8px 0 0">${drawn}</p>\n`}`,
  };
}
