import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { NEWSLETTER_TOPICS, type NewsletterTopic } from '@keepsake/contracts/account/newsletter';
import { isMailAddress, toMailAddress } from '@keepsake/contracts/platform/mail-address';
import { type Command, Option } from 'commander';
import { readConfig } from '../config/config.ts';
import {
  beginIssue,
  type Count,
  countDeliveries,
  countSubscribers,
  exportSubscribers,
  MONTHLY_DAYS,
  parseIssueFile,
  suppressAddresses,
} from '../modules/account/newsletter/index.ts';
import { channels } from '../modules/frame/channels/index.ts';
import { openSecrets } from '../platform/secrets.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';
import { borrowJournal } from './borrow-journal.ts';

/** `send-newsletter`, `newsletters`, `export-subscribers` and `suppress-addresses`. */
export function addNewsletter(program: Command, place: Place): void {
  addSend(program, place);
  addList(program, place);
  addExport(program, place);
  addSuppress(program, place);
}

const readText = (file: string, folder: string) =>
  readFile(path.resolve(folder, file), 'utf8').catch((error: Error) => {
    throw new StartupError(`${file} cannot be read: ${error.message}`);
  });

type Send = { topic: NewsletterTopic; channel: string; send?: true; repeated?: boolean };

function addSend(program: Command, { env, now, folder }: Place): void {
  program
    .command('send-newsletter')
    .description('Send a newsletter issue. Without --send, only show who would get it.')
    .argument('<issue>', 'subject, text and optional html by language (issue.json)')
    .addOption(
      new Option('--topic <topic>', 'topic of the issue').choices(NEWSLETTER_TOPICS).makeOptionMandatory(),
    )
    .addOption(
      new Option('--channel <channel>', 'send to subscribers of this channel')
        .choices(channels().map(({ id }) => id))
        .makeOptionMandatory(),
    )
    .option('--send', 'send the issue')
    .option('--again', 'send even if the same issue has been sent before')
    .action(async (file: string, { topic, channel, send: isSending, repeated = false }: Send) => {
      const { value: contents, faults } = parseIssueFile(await readText(file, folder));
      if (faults) throw new StartupError(`${file} has errors. Nothing has been sent.\n${faults.join('\n')}`);
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        printCounts(await countSubscribers(db, { topic, channel }, now), Object.keys(contents));
        if (!isSending) return console.log('Nothing has been sent. Add --send to send it.');
        const issue = { topic, channel, contents };
        const id = await borrowJournal(config, db, ({ journal }) =>
          beginIssue({ db, journal }, issue, { isAgain: repeated, now }),
        );
        if (!id) throw new StartupError('the same issue has been sent before. Add --again to send it again.');
        console.log(`Issue ${id} is being sent by jobs. Run newsletters to see its progress.`);
      });
    });
}

const ELIGIBILITIES = {
  ready: 'get it',
  otherTopics: 'chose other topics',
  paused: 'have paused',
  tooSoon: `had one in the last ${MONTHLY_DAYS} days and want no more than that`,
  suppressed: 'have a suppressed address',
};

function printCounts(counts: readonly Count[], languages: readonly string[]): void {
  for (const { locale, eligibility, customers } of counts) {
    const isLacking = eligibility === 'ready' && !languages.includes(locale);
    const what = isLacking ? 'read a language the issue is not written in' : ELIGIBILITIES[eligibility];
    console.log(`${customers.toLocaleString('en-GB').padStart(12)}  ${locale}: ${what}`);
  }
  if (counts.length === 0) console.log('The channel has no subscribers.');
}

function addList(program: Command, { env }: Place): void {
  program
    .command('newsletters')
    .description('Show the latest newsletter issues and their progress.')
    .action(async () => {
      await borrowDatabase(readConfig(env), async ({ fromReplica }) => {
        const issues = await fromReplica((db) => countDeliveries(db));
        if (issues.length === 0) console.log('No issues have been sent.');
        for (const { id, topic, channel, begun_at, states } of issues) {
          const counts = Object.entries(states).map(([state, customers]) => `${customers} ${state}`);
          console.log(
            `${id}  ${begun_at.toISOString()}  ${topic} to ${channel}: ${counts.join(', ') || 'nobody yet'}`,
          );
        }
      });
    });
}

function addExport(program: Command, { env }: Place): void {
  program
    .command('export-subscribers')
    .description('Print newsletter recipients, one line of JSON each, for an external sending platform.')
    .action(async () => {
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const secrets = await openSecrets(db, config);
        for await (const subscriber of exportSubscribers({ ...config, db, secrets }))
          console.log(JSON.stringify(subscriber));
      });
    });
}

function addSuppress(program: Command, { env, now, folder }: Place): void {
  program
    .command('suppress-addresses')
    .description('Stop sending the newsletter to addresses that bounced.')
    .argument('<addresses>', 'a text file with one address per line')
    .option('--lift', 'allow them again, once they resubscribe')
    .action(async (file: string, { lift: isLifted = false }: { lift?: boolean }) => {
      const lines = (await readText(file, folder)).split(/\r?\n/).map((line) => line.trim());
      const emails = [...new Set(lines.filter(Boolean).map(toMailAddress))];
      const wrong = lines.flatMap((line, at) => (line && !isMailAddress(line) ? [at + 1] : []));
      if (wrong.length > 0)
        throw new StartupError(`${file} has invalid addresses on these lines: ${wrong.join(', ')}.`);
      const config = readConfig(env);
      await borrowDatabase(config, async ({ db }) => {
        const changed = await borrowJournal(config, db, (parts) =>
          suppressAddresses({ db, ...parts }, emails, { isLifted, now }),
        );
        const outcome = isLifted ? 'Addresses no longer suppressed' : 'Addresses suppressed';
        console.log(`${outcome}: ${changed}`);
      });
    });
}
