import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import {
  describeOperators,
  endOperatorSessions,
  inviteOperator,
  removeOperator,
  resetOperatorFactor,
} from '../modules/account/identity/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { findLanguage, languages } from '../platform/languages.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase } from './borrow-database.ts';

type Place = { env: NodeJS.ProcessEnv; now: Date };
const ADDRESS = "the operator's e-mail address";

/** `operator`: the people who sign in at /operator. */
export function addOperator(program: Command, place: Place): void {
  const operator = program
    .command('operator')
    .description('Who signs in at /operator, and how far they got.');
  addAdd(operator, place);
  addList(operator, place);
  operator
    .command('remove')
    .description("Take an operator's identity away, and end every session.")
    .argument('<address>', ADDRESS)
    .action((email: string) =>
      withDatabase(place, async (deps) => {
        if (!(await removeOperator(deps, email))) throw nobodyHas(email);
        console.log(`${email} is no operator any more, and signed out everywhere.`);
      }),
    );
  operator
    .command('reset-factor')
    .description(
      'Have the next sign-in set up a second factor anew, for who has lost it; ends every session.',
    )
    .argument('<address>', ADDRESS)
    .action((email: string) =>
      withDatabase(place, async (deps) => {
        if (!(await resetOperatorFactor(deps, email))) throw nobodyHas(email);
        console.log(`${email} is signed out, and sets a second factor up at the next sign-in.`);
      }),
    );
  addEndSessions(operator, place);
}

function addAdd(operator: Command, place: Place): void {
  operator
    .command('add')
    .description('Invite somebody by mail, or send another link to who has lost the password.')
    .argument('<address>', ADDRESS)
    .requiredOption('--name <name>', 'what records and pages call the operator')
    .option('--language <tag>', 'of the pages and the mail', 'en-GB')
    .action(async (email: string, { name, language }: { name: string; language: string }) => {
      const locale = findLanguage(language);
      if (!locale) throw new StartupError(`--language is one of ${languages().join(', ')}.`);
      await withDatabase(place, async (deps) => {
        const isNew = await inviteOperator(deps, { email, name, locale }).catch((error: unknown) => {
          throw error instanceof RangeError ? new StartupError(`${error.message}.`) : error;
        });
        console.log(
          isNew
            ? `${email} gets a mail; its link works once, for 72 hours.`
            : `${email} is an operator already, and gets a mail to set a new password; its link works once, for 72 hours.`,
        );
      });
    });
}

function addList(operator: Command, place: Place): void {
  operator
    .command('list')
    .description('List operators, and where they are signed in.')
    .action(() =>
      withDatabase(place, async (deps) => {
        const operators = await describeOperators(deps);
        for (const { email, name, state, sessions } of operators) {
          console.log(`${email}  ${JSON.stringify(name)}  ${state}`);
          for (const { id, browser, system, ...times } of sessions) {
            const device = [browser, system].filter(Boolean).join(' on ') || 'an unknown device';
            const [started, used] = [times.started_at, times.last_used_at].map((at) => at.toISOString());
            console.log(`  ${id}  ${device}, since ${started}, last used ${used}`);
          }
        }
        console.log(`${operators.length} operators.`);
      }),
    );
}

function addEndSessions(operator: Command, place: Place): void {
  operator
    .command('end-sessions')
    .description('Sign an operator out everywhere, or end one session.')
    .argument('<address>', ADDRESS)
    .option('--session <id>', 'one alone, as `operator list` prints it')
    .action(async (email: string, { session }: { session?: string }) => {
      if (session !== undefined && !isId(session))
        throw new StartupError(`${session} is no id of a session.`);
      await withDatabase(place, async (deps) => {
        const count = await endOperatorSessions(deps, email, session);
        if (count === null) throw nobodyHas(email);
        console.log(`${count} sessions were ended.`);
      });
    });
}

const nobodyHas = (email: string) => new StartupError(`no operator has the address ${email}.`);

const withDatabase = (
  { env, now }: Place,
  use: (deps: { db: Database; clock: () => Date }) => Promise<void>,
): Promise<void> => borrowDatabase(readConfig(env), ({ db }) => use({ db, clock: () => now }));
