import { type APIRequestContext, expect } from '@playwright/test';

type OutboxMail = { id: string; recipient: string; subject: string; text: string };

/** Waits for a mail to this address in the outbox and returns the first link in it. */
export async function linkFromOutbox(
  request: APIRequestContext,
  recipient: string,
  subject = /./,
): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const { mails } = (await (await request.get('/outbox.json')).json()) as { mails: OutboxMail[] };
        link = mails
          .find((mail) => mail.recipient === recipient && subject.test(mail.subject))
          ?.text.match(/https?:\/\/\S+/)?.[0];
        return link;
      },
      { intervals: [20, 50, 100] },
    )
    .toBeTruthy();
  return link ?? '';
}

/** Waits for mails to this address in the outbox and returns their texts. */
export async function readMails(
  request: APIRequestContext,
  recipient: string,
  subject: RegExp,
): Promise<string[]> {
  let texts: string[] = [];
  await expect
    .poll(
      async () => {
        const { mails } = (await (await request.get('/outbox.json')).json()) as { mails: OutboxMail[] };
        texts = mails
          .filter((mail) => mail.recipient === recipient && subject.test(mail.subject))
          .map(({ text }) => text);
        return texts.length;
      },
      { intervals: [20, 50, 100] },
    )
    .toBeGreaterThan(0);
  return texts;
}
