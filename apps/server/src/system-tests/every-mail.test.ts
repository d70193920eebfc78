import { globSync } from 'node:fs';
import path from 'node:path';
import { escapeMarkup } from '@keepsake/contracts/platform/plain-text';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { describe, expect, test } from 'vitest';
import { translatorFor as pageTextsFor } from '../modules/account/pages/texts.ts';
import { channels } from '../modules/frame/channels/index.ts';
import { translatorFor } from '../modules/frame/mails/mail-content.ts';
import { SUBJECT_LENGTH } from '../modules/frame/mails/subjects.ts';
import type { Mail } from '../platform/mail.ts';
import { readTextTable } from '../platform/texts.ts';
import { everyMail } from './every-mail.fixture.ts';
import { writtenIn } from './written-in-mails.fixture.ts';

/** It comes before anything that is seen, and nothing seen follows it in lists of mails. */
const previewOf = ({ html }: Mail) => html.split('<div style="display:none')[1]?.split('\u034f')[0] ?? '';

describe.each(channels().map((channel) => [channel.locale, channel] as const))(
  'mails in %s',
  (_, channel) => {
    const mails = everyMail(channel);
    const t = translatorFor(channel.locale, channel.id);

    test.each(mails.map(({ name, mail }) => [name, mail] as const))('%s', (name, mail) => {
      expect(mail.subject.length).toBeLessThanOrEqual(SUBJECT_LENGTH);
      expect(mail.subject).not.toContain(channel.name);
      expect(mail.subject + mail.text).not.toMatch(/\{\w+\}|undefined/);
      expect(mail.headers?.['Feedback-ID']).toMatch(/^[\w-]+:[\w-]+:(service|newsletter):keepsake$/);
      expect(mail.replyTo).toContain('@');
      if (name === 'newsletter-issue') return;
      expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
      expect(previewOf(mail).length).toBeGreaterThan(30);
      expect(mail.text).toMatch(channel.name);
    });

    test('lead to pages that tell whose they are, unless a token does', () => {
      const own = /https?:\/\/\S*\/(settings|my-photos\/photos|orders|saved-projects|widgets)\/?[^\s"<]*/g;
      const links = mails.flatMap(({ mail: { text, html } }) => `${text} ${html}`.match(own) ?? []);
      expect(links.length).toBeGreaterThan(20);
      expect(links.filter((link) => !/[?&](amp;)?account=[0-9a-f]{12}\b/.test(link))).toEqual([]);
    });

    test.each(
      mails.filter(({ name }) => name !== 'newsletter-issue').map((one) => [one.name, one.mail] as const),
    )(
      '%s is signed before it says why it came, and names links as the language does',
      (_name, { text, html }) => {
        const parts = text.split('\n\n');
        const signature = t('signature', { brand: channel.name });
        const isWhy = (part: string) => part.startsWith(t('why.account').split(' ').slice(0, 4).join(' '));
        expect(parts.slice(0, parts.indexOf(signature)).filter(isWhy)).toEqual([]);
        expect(parts).toContain(signature);
        // Outlook knows no other lines.
        expect(html).toContain(signature.split('\n').map(escapeMarkup).join('<br>'));
        if (channel.locale === 'fr-FR') expect(text).not.toMatch(/[^\s\u202f\u00a0]:\s/);
      },
    );

    test('about what has been done ask nobody to ignore them', () => {
      const ignore = pageTextsFor(channel.locale, channel.id)('mail.ignore');
      const accountMails = mails.filter(({ name }) => name.startsWith('account-'));
      const ignorable = accountMails.filter(({ mail }) => mail.text.includes(ignore));
      const requests = ['confirm', 'known', 'reset', 'newEmail', 'closed'];
      expect(ignorable.map(({ name }) => name)).toEqual(requests.map((name) => `account-${name}`));
    });

    test('name the month and year of two days once', () => {
      const late = mails.find(({ name }) => name === 'needed-order-late')?.mail.text ?? '';
      expect(late.match(/ 2026/g)).toHaveLength(2);
      expect(late.match(/septemb/gi)).toHaveLength(2);
    });

    test('do not name the time zone that their readers live in', () => {
      const named = mails.filter(({ mail }) => /\b(BST|MESZ|CEST|UTC)\b|Europe centrale/.test(mail.text));
      expect(named.map(({ name }) => name)).toEqual([]);
    });

    test('break no order’s code at a hyphen', () => {
      for (const { mail } of mails.filter(({ name }) => /^(needed-order|withdrawal)/.test(name)))
        expect(mail.html).toContain('<span style="white-space:nowrap">PF-2026-1000123</span>');
    });

    test('about orders say more in lists of mails than the subject does', () => {
      const listed = mails.filter(({ name }) => /^(needed-order-(late|tight)|withdrawal-receipt)/.test(name));
      expect(listed).toHaveLength(3);
      for (const { mail } of listed) {
        const [, first = ''] = mail.text.split('\n\n');
        expect(previewOf(mail)).not.toContain(escapeMarkup(first));
      }
    });

    test('to an address that is no account’s do not say that it has one', () => {
      const undone = mails.find(({ name }) => name === 'account-emailUndone')?.mail.text;
      expect(undone).toContain(t('why.address', { brand: channel.name }));
      expect(undone).not.toContain(t('why.account', { brand: channel.name }));
    });

    test('end no line between a day and its month, or within a VAT ID and its name', () => {
      const html = mails.find(({ name }) => name === 'needed-order-late')?.mail.html ?? '';
      expect(html).toMatch(/24\.?\u00a0\p{L}/u);
      expect(html).toMatch(/<span style="white-space:nowrap">[^<]*[A-Z]{2,3}\d[\dB]{7,}<\/span>/);
    });

    test('give a reason in a paragraph of its own', () => {
      const { text = '' } = mails.find(({ name }) => name === 'business-blocked')?.mail ?? {};
      const { reason } = writtenIn(channel.locale);
      expect(text.split('\n\n').filter((part) => part.endsWith(`: ${reason}`))).toHaveLength(1);
    });

    test('of storage and orders offer nothing', () => {
      const bare = mails.filter(({ name }) => /^(storage|export|needed-order|withdrawal)/.test(name));
      for (const { mail } of bare)
        expect(mail.text).not.toMatch(/voucher|gutschein|tegoedbon|bon d’achat|värdekod/i);
    });
  },
);

test('there is a mail of every subject in the texts', () => {
  const folders = globSync(path.join(import.meta.dirname, '../modules/*/*/texts'));
  const english = folders.map((folder) => readTextTable(path.join(folder, `${DEFAULT_LOCALE}.json`)));
  const subjects = english.flatMap((texts) =>
    Object.entries(texts).filter(([key]) => /(^|\.)subject(\.|$)/.test(key)),
  );
  const [first] = channels();
  const written = everyMail(first).map(({ mail }) => mail.subject);
  const isWritten = (text: string) => {
    const pattern = text.split(/\{\w+\}/).map((part) => RegExp.escape(part));
    return written.some((subject) => new RegExp(`^${pattern.join('.+')}$`).test(subject));
  };
  expect(subjects.filter(([, text]) => !isWritten(text)).map(([key]) => key)).toEqual([]);
});
