import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import {
  countDocuments,
  findWrongNotes,
  listFaults,
  listUnsent,
  recordAnswer,
  recordSent,
  requestIssue,
} from '../modules/orders/invoices/index.ts';
import type { Database } from '../platform/database/database.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

type Options = { retry?: true; export?: string };

/** Maximum number of faults listed, and of documents written per run. */
const LISTED = 200;

/** `invoices`: what could not be issued, and the structured invoices for the retailer's platform. */
export function addInvoices(program: Command, { env, now, folder }: Place): void {
  program
    .command('invoices')
    .description('Show invoices that could not be issued, and the progress of structured invoices.')
    .option('--retry', 'first retry invoices that could not be issued')
    .option('--export <folder>', 'first write unsent structured invoices to a folder')
    .action(async ({ retry, export: target }: Options) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        if (retry) for (const fault of await listFaults(db, LISTED)) await requestIssue(db, fault, now);
        if (target)
          console.log(`${await exportTo(db, path.resolve(folder, target), now)} documents written.`);
        await print(db);
      });
    });
  program
    .command('answer-invoice')
    .description("Record the platform's response to a structured invoice.")
    .argument('<channel>')
    .argument('<number>')
    .argument('<reference>', 'the reference given by the platform')
    .argument('<answer>', 'accepted, refused, or a sentence')
    .action(async (channel: string, number: string, reference: string, answer: string) => {
      await borrowDatabase(readConfig(env), async ({ db }) => {
        if (!(await recordAnswer(db, { channel, number, reference, answer })))
          program.error(`There is no structured invoice ${number} for ${channel}.`);
      });
    });
}

/** Each document is complete in the folder before it counts as handed over: after a kill it is written again. */
async function exportTo(db: Database, target: string, now: Date): Promise<number> {
  await mkdir(target, { recursive: true });
  const documents = await listUnsent(db, LISTED);
  for (const { channel, number, xml, ...ref } of documents) {
    const file = path.join(target, `${channel}-${number}.xml`);
    await writeFile(`${file}.part`, xml);
    await rename(`${file}.part`, file);
    await recordSent(db, ref, now);
  }
  return documents.length;
}

async function print(db: Database): Promise<void> {
  for (const { channel, isSent, answer, count } of await countDocuments(db)) {
    const state = answer ?? (isSent ? 'handed over, not answered' : 'not handed over');
    console.log(`${count.toLocaleString('en-GB').padStart(12)}  ${channel}: ${state}`);
  }
  for (const { orderCode, fault, triedAt } of await listFaults(db, LISTED))
    console.log(`${orderCode}  ${fault} (tried at ${triedAt.toISOString()})`);
  for await (const { channel, number, orderCode, sentence } of findWrongNotes(db))
    console.log(`${orderCode}  ${number} of ${channel} ${sentence}`);
}
