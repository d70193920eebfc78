import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import {
  describeOperators,
  endOperatorSessions,
  INVITATION_HOURS,
  inviteOperator,
  removeOperator,
  resetOperatorFactor,
} from '../modules/account/operators/index.ts';
import type { Database } from '../platform/database/database.ts';
import { isId } from '../platform/ids.ts';
import { findLanguage, languages } from '../platform/languages.ts';
import { StartupError } from '../platform/startup-error.ts';
import { borrowDatabase, type Place } from './borrow-database.ts';

const ADDRESS = "the operator's email address";

/** `operator`: the people who sign in at /operator. */
export function addOperator(program: Command, place: Place): void {
  const operator = program.command('operator').description('Manage who can sign in at /operator.');
  addAdd(operator, place);
  addList(operator, place);
  operator
    .command('remove')
    .description('Remove an operator and end all their sessions.')
    .argument('<address>', ADDRESS, toMailAddress)
    .action((email: string) =>
      withDatabase(place, async (deps) => {
        if (!(await removeOperator(deps, email))) throw nobodyHas(email);
        console.log(`${email} is no longer an operator and has been signed out everywhere.`);
      }),
    );
  operator
    .command('reset-factor')
    .description('Reset a lost second factor. The next sign-in sets up a new one. Ends all sessions.')
    .argument('<address>', ADDRESS, toMailAddress)
    .action((email: string) =>
      withDatabase(place, async (deps) => {
        if (!(await resetOperatorFactor(deps, email))) throw nobodyHas(email);
        console.log(`${email} has been signed out and will set up a new second factor at the next sign-in.`);
      }),
    );
  addEndSessions(operator, place);
}

function addAdd(operator: Command, place: Place): void {
  operator
    .command('add')
    .description('Invite someone by email, or send a new link to an operator who has lost their password.')
    .argument('<address>', ADDRESS, toMailAddress)
    .requiredOption('--name <name>', 'name shown in records and on pages')
    .option('--language <tag>', 'language of the pages and the email', 'en-GB')
    .action(async (email: string, { name, language }: { name: string; language: string }) => {
      const locale = findLanguage(language);
      if (!locale) throw new StartupError(`--language must be one of ${languages().join(', ')}.`);
      await withDatabase(place, async (deps) => {
        const isNew = await inviteOperator(deps, { email, name, locale }).catch((error: unknown) => {
          throw error instanceof RangeError ? new StartupError(`${error.message}.`) : error;
        });
        console.log(
          isNew
            ? `${email} will get an email. Its link works once and is valid for ${INVITATION_HOURS} hours.`
            : `${email} is already an operator and will get an email to set a new password. Its link works once and is valid for ${INVITATION_HOURS} hours.`,
        );
      });
    });
}

function addList(operator: Command, place: Place): void {
  operator
    .command('list')
    .description('List operators and where they are signed in.')
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
    .argument('<address>', ADDRESS, toMailAddress)
    .option('--session <id>', 'only this session, as printed by `operator list`')
    .action(async (email: string, { session }: { session?: string }) => {
      if (session !== undefined && !isId(session)) throw new StartupError(`${session} is not a session ID.`);
      await withDatabase(place, async (deps) => {
        const count = await endOperatorSessions(deps, email, session);
        if (count === null) throw nobodyHas(email);
        console.log(`${count} sessions ended.`);
      });
    });
}

const nobodyHas = (email: string) => new StartupError(`no operator has the email address ${email}.`);

const withDatabase = (
  { env, now }: Place,
  use: (deps: { db: Database; clock: () => Date }) => Promise<void>,
): Promise<void> => borrowDatabase(readConfig(env), ({ db }) => use({ db, clock: () => now }));
