import { spawnSync } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import {
  type MigrationFile,
  parseMigration,
  statementsOf,
} from '../../apps/server/src/platform/database/migration-files.ts';
import type { Sources } from './imports.ts';

const FOLDER = 'apps/server/src/migrations/';
/** Up to this one they ran while no node worked (ADR 127). */
const LAST_UNCHECKED = '0284-creation-views';

/** Rules of squawk that are taste, or that the runner sees to: it sets both limits before each migration. */
const OUT_OF_PLACE = [
  'prefer-bigint-over-int',
  'prefer-bigint-over-smallint',
  'prefer-robust-stmts',
  'prefer-timestamp-tz',
  'require-lock-timeout',
  'require-statement-timeout',
];
/** What breaks nodes of earlier releases, which `-- keepsake: needs` allows. */
const CONTRACTS = [
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-not-null',
  'renaming-column',
  'renaming-table',
];

/** What a migration may do: it makes, changes and drops parts of the schema, and fills tables that it makes with given rows. */
const STATEMENTS =
  /^(create (or replace )?((unique )?index|table|view|function|procedure|trigger|type|sequence|extension)|alter (table|index|type|sequence|view)|drop (index|table|view|function|procedure|trigger|type|sequence)|comment on|insert into \w+( \([^)]*\))? values)\b/i;

const findings = z.array(
  z.object({ line: z.number(), level: z.string(), message: z.string(), rule_name: z.string() }),
);

/**
 * Lists what a migration would do to customers while it runs, one sentence each: statements that lock, scan or rewrite a table
 * (`squawk` knows them), that change rows (a backfill does that, in batches), or that leave earlier nodes nothing to work with.
 */
export function checkMigrations(migrations: Sources): string[] {
  const checked = [...migrations]
    .filter(([file]) => file.startsWith(FOLDER) && path.basename(file, '.sql') > LAST_UNCHECKED)
    .map(([file, text]) => ({ file, migration: parseMigration(path.basename(file, '.sql'), text) }));
  return checked.flatMap(({ file, migration }) => {
    const earlier = checked.filter((other) => other.file < file).map((other) => other.migration.backfill);
    const { after } = migration;
    return [
      ...(after === null || earlier.includes(after)
        ? []
        : [`no earlier migration declares backfill ${after}`]),
      ...checkMigration(migration),
    ].map((problem) => `${file}: ${problem}`);
  });
}

function checkMigration(migration: MigrationFile): string[] {
  const { text, needs, backfill, after } = migration;
  const unknown = [...text.matchAll(/^-- keepsake:.*$/gm)].map(([line]) => line);
  const declared = [needs, backfill, after].filter((statement) => statement !== null).length;
  const understood = Number(!migration.isInTransaction) + declared;
  const statements = statementsOf({ text: withoutBodies(text) });
  return [
    ...(unknown.length === understood ? [] : [`not understood: ${unknown.join(', ')}`]),
    ...statements.filter((statement) => !STATEMENTS.test(plain(statement))).map(refuseStatement),
    ...statements
      .filter((statement) => /\badd column\b[^,;]*\b(check|references)\b/i.test(plain(statement)))
      .map(
        (statement) =>
          `"${startOf(statement)}" checks every row under a lock: add the constraint as \`not valid\``,
      ),
    ...(migration.isInTransaction
      ? statements.filter(validates).map(refuseValidation)
      : checkAlone(statements)),
    ...lint(migration),
  ];
}

const plain = (statement: string) => statement.replace(/\s+/g, ' ');
const startOf = (statement: string) => plain(statement).slice(0, 60);
const refuseStatement = (statement: string) =>
  `"${startOf(statement)}" changes rows or holds a lock: rows are changed by a backfill, in batches`;

/** Functions hold statements that do not run now. */
const withoutBodies = (text: string) => text.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''");

const validates = (statement: string) => /\bvalidate constraint\b/i.test(plain(statement));
const refuseValidation = (statement: string) =>
  `"${startOf(statement)}" reads every row, for which a transaction has five seconds: put it alone into a later file outside a transaction`;

/**
 * Without a transaction a statement takes as long as it likes: only for what holds no lock that a customer waits for. A validation
 * reads the whole table beside customers who change it, and stands alone, because nothing else may take as long.
 */
function checkAlone(statements: readonly string[]): string[] {
  if (!statements.some(validates)) return checkIndexes(statements);
  const isAlone =
    statements.length === 1 && /^alter table \w+ validate constraint \w+$/i.test(plain(statements[0] ?? ''));
  return isAlone
    ? []
    : ['outside a transaction a validation stands alone: `alter table … validate constraint …`'];
}

/** Statements without a transaction run one by one, and a kill between two must leave nothing that the next start stumbles over. */
function checkIndexes(statements: readonly string[]): string[] {
  const [drops, creates] = [
    statements.filter((_, index) => index % 2 === 0),
    statements.filter((_, index) => index % 2 === 1),
  ];
  const isPair = (drop: string, create: string | undefined) => {
    const [, name] = /^drop index concurrently if exists (\w+)$/i.exec(plain(drop)) ?? [];
    return (
      name !== undefined &&
      new RegExp(`^create (unique )?index concurrently ${name} on `, 'i').test(plain(create ?? ''))
    );
  };
  const isDropAlone =
    creates.length === 0 &&
    drops.every((drop) => isPair(drop, `create index concurrently ${plain(drop).split(' ').at(-1)} on `));
  if (isDropAlone || drops.every((drop, index) => isPair(drop, creates[index]))) return [];
  return ['outside a transaction each index is first dropped, then created, both `concurrently`'];
}

function lint({ isInTransaction, needs, text }: MigrationFile): string[] {
  const excluded = [...OUT_OF_PLACE, ...(needs === null ? [] : CONTRACTS)];
  const { stdout, stderr } = spawnSync(
    'squawk',
    [
      ...['--pg-version', '16', '--reporter', 'json', '--stdin-filepath', 'migration.sql'],
      ...['--exclude', excluded.join()],
      ...(isInTransaction ? ['--assume-in-transaction'] : []),
    ],
    { input: text, encoding: 'utf8', shell: process.platform === 'win32' },
  );
  if (!stdout) throw new Error(`squawk says nothing: ${stderr}`);
  return findings
    .parse(JSON.parse(stdout))
    .map(({ line, message, rule_name }) => `line ${line + 1}: ${message} (${rule_name})`);
}
