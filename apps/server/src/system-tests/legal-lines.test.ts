import { LEGAL_PAGES } from '@keepsake/contracts/frame/configuration';
import { escapeMarkup } from '@keepsake/contracts/platform/plain-text';
import { describe, expect, test } from 'vitest';
import { channels, companyLinesOf, legalAddressesOf } from '../modules/frame/channels/index.ts';
import { labelled } from '../modules/frame/mails/index.ts';
import { everyMail } from './every-mail.fixture.ts';

describe.each(channels().map((channel) => [channel.locale, channel] as const))(
  'mails in %s',
  (locale, channel) => {
    const company = companyLinesOf(channel, locale);
    const links = legalAddressesOf(channel, locale);

    test.each(everyMail(channel).map(({ name, mail }) => [name, mail] as const))(
      '%s: it ends with the company, its register and VAT ID, and its legal pages',
      (_name, { text, html }) => {
        const written = [
          ...company,
          ...links.map(({ label, url }) => `${labelled(label, { locale, brandId: channel.id })} ${url}`),
        ].join('\n');
        expect(text.endsWith(`\n\n${written}`)).toBe(true);
        const end = html.slice(html.indexOf(escapeMarkup(channel.legal.register.number)));
        for (const { label, url } of links)
          expect(end).toMatch(new RegExp(`<a href="${RegExp.escape(url)}"[^>]*>${RegExp.escape(label)}</a>`));
        const read = html.replace(/<[^>]+>/g, '').replaceAll('\u00a0', ' ');
        for (const line of company) expect(read).toContain(escapeMarkup(line));
      },
    );

    test('lead to pages of this installation', () => {
      expect(links.map(({ url }) => url)).toEqual(
        LEGAL_PAGES.map((kind) => `http://localhost:3000/legal/${channel.id}/${kind}`),
      );
    });
  },
);

test('a mail in another language than its brand’s leads to pages in that language', () => {
  const [pennyfern] = channels();
  const [imprint] = legalAddressesOf(pennyfern, 'sv-SE');
  expect(imprint).toEqual({
    label: 'Om företaget',
    url: 'http://localhost:3000/legal/pennyfern/imprint?language=sv-SE',
  });
});
