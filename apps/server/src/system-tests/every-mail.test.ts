import { globSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { describe, expect, test } from 'vitest';
import { channels } from '../modules/frame/channels/index.ts';
import { SUBJECT_LENGTH } from '../modules/frame/mails/subjects.ts';
import { readTextTable } from '../platform/texts.ts';
import { everyMail } from './every-mail.fixture.ts';

describe.each(channels().map((channel) => [channel.locale, channel] as const))(
  'mails in %s',
  (_, channel) => {
    const mails = everyMail(channel);

    test.each(mails.map(({ name, mail }) => [name, mail] as const))('%s', (name, mail) => {
      expect(mail.subject.length).toBeLessThanOrEqual(SUBJECT_LENGTH);
      expect(mail.subject).not.toContain(channel.name);
      expect(mail.subject + mail.text).not.toMatch(/\{\w+\}|undefined/);
      expect(mail.headers?.['Feedback-ID']).toMatch(/^[\w-]+:[\w-]+:(service|newsletter):keepsake$/);
      expect(mail.replyTo).toContain('@');
      if (name === 'newsletter-issue') return;
      expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
      // The preview comes before anything that is seen, and nothing seen follows it in lists of mails.
      const [preview = ''] = mail.html.split('<div style="display:none')[1]?.split('\u034f') ?? [];
      expect(preview.length).toBeGreaterThan(30);
      expect(mail.text).toMatch(channel.name);
    });

    test('lead to pages that tell whose they are, unless a token does', () => {
      const own = /https?:\/\/\S*\/(settings|my-photos\/photos|orders|saved-projects|widgets)\/?[^\s"<]*/g;
      const links = mails.flatMap(({ mail: { text, html } }) => `${text} ${html}`.match(own) ?? []);
      expect(links.length).toBeGreaterThan(20);
      expect(links.filter((link) => !/[?&](amp;)?account=[0-9a-f]{12}\b/.test(link))).toEqual([]);
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
