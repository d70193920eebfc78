import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import type { Decision, Outcome } from '../modules/account/operators/index.ts';
import { decide, dismissReports, listForOperator } from '../modules/creations/gallery/index.ts';
import { isId } from '../platform/ids.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

const STATES = ['offered', 'shown', 'taken-down'];

/** `gallery`: what customers offer for the public galleries, and what visitors report. */
export function addGallery(program: Command, place: Place): void {
  const gallery = program.command('gallery').description('Manage entries of the public galleries.');
  addList(gallery, place);
  addReports(gallery, place);
  gallery
    .command('approve')
    .description('Make an entry public.')
    .argument('<entry>', 'entry ID, as printed by `gallery list`')
    .argument('<version>', 'version of the entry that you have looked at, as printed by `gallery list`')
    .action((id: string, version: string) => decideOn(place, id, { state: 'shown', version }));
  gallery
    .command('take-down')
    .description('Take an entry down, or reject it. The customer gets the reason by email.')
    .argument('<entry>', 'entry ID')
    .requiredOption('--reason <sentence>', 'reason for the customer, in the language of the channel')
    .action((id: string, { reason }: { reason: string }) =>
      decideOn(place, id, { state: 'taken-down', reason: reason.trim().slice(0, 500) }),
    );
  gallery
    .command('dismiss')
    .description('Dismiss reports about an entry that stays.')
    .argument('<entry>', 'entry ID')
    .argument('<reports...>', 'IDs of the reports, as printed by `gallery reports`')
    .action((id: string, reports: string[]) =>
      borrowDatabase(readConfig(place.env), async ({ db }) => {
        console.log(`${await dismissReports(db, idOf(id), reports.map(idOf))} reports dismissed.`);
      }),
    );
}

function addList(gallery: Command, { env }: Place): void {
  gallery
    .command('list')
    .description('List entries, oldest first.')
    .option('--state <state>', STATES.join(', '), 'offered')
    .action(async ({ state }: { state: string }) => {
      if (!STATES.includes(state)) throw new StartupError(`--state must be one of ${STATES.join(', ')}.`);
      await print(env, { state });
    });
}

function addReports(gallery: Command, { env }: Place): void {
  gallery
    .command('reports')
    .description('List entries reported by visitors, with their comments.')
    .action(() => print(env, { isReported: true }));
}

async function print(env: NodeJS.ProcessEnv, which: Parameters<typeof listForOperator>[1]): Promise<void> {
  const config = readConfig(env);
  const entries = await borrowDatabase(config, ({ fromReplica }) =>
    fromReplica((db) => listForOperator(db, which)),
  );
  for (const {
    id,
    channel,
    category,
    title,
    text,
    state,
    offered_at: at,
    decided_by: by,
    reports,
    version,
  } of entries) {
    console.log(`${id}  ${state}  ${channel}/${category}  ${at.toISOString()}  ${JSON.stringify(title)}`);
    console.log(`  version ${version ?? 'none: nothing of it can be seen'}`);
    if (by) console.log(`  decided by ${by}`);
    if (text) console.log(`  ${JSON.stringify(text)}`);
    for (const { id: report, kind, note } of reports)
      console.log(`  reported: ${report} ${kind} ${note && JSON.stringify(note)}`);
  }
  console.log(`${entries.length} entries.`);
}

const REFUSED: Record<Exclude<Outcome, 'done'>, (id: string) => string> = {
  decided: (id) => `there is no entry ${id}, or it has already been decided.`,
  changed: (id) => `${id} no longer shows what this version stands for. Look at it again.`,
};

async function decideOn({ env, now }: Place, id: string, decision: Decision): Promise<void> {
  const config = readConfig(env);
  const { publicUrl } = config;
  const outcome = await borrowDatabase(config, ({ db }) =>
    decide({ db, clock: () => now, publicUrl }, idOf(id), decision, userInfo().username),
  );
  if (outcome !== 'done') throw new StartupError(REFUSED[outcome](id));
  console.log(decision.state === 'shown' ? `${id} is now public.` : `${id} has been taken down.`);
}

function idOf(text: string): string {
  if (isId(text)) return text;
  throw new StartupError(`${text} is not an ID. Run \`gallery list\` or \`gallery reports\` to see them.`);
}
